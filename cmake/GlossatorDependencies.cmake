# Third-party libraries. Each is linked only by the rooms that own it (ARCHITECTURE.md, "Fences").
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(CURL 7.87 REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc i18n)
find_package(nlohmann_json REQUIRED)
find_package(pugixml REQUIRED)
find_package(LibArchive REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tomlplusplus REQUIRED)
pkg_check_modules(md4c REQUIRED IMPORTED_TARGET md4c)
pkg_check_modules(gumbo REQUIRED IMPORTED_TARGET gumbo)

# libllama and ggml, built once by scripts/setup.py outside the work tree.
if(GLOSSATOR_LLAMA_PREFIX)
  find_package(llama CONFIG REQUIRED PATHS "${GLOSSATOR_LLAMA_PREFIX}" NO_DEFAULT_PATH)
endif()
