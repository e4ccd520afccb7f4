# Warnings, sanitizers, ccache and mold: one place for all targets of the project.
option(GLOSSATOR_ASSERTIONS "Check preconditions of the standard library" OFF)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

add_library(gloss_compiler INTERFACE)
target_include_directories(gloss_compiler INTERFACE "${PROJECT_SOURCE_DIR}/src")
target_compile_options(gloss_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor)
# g++ 12 sees overlapping copies in "literal" + std::string when it optimises (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(gloss_compiler INTERFACE -Wno-restrict)
  # And uninitialised members in a moved std::string and in an empty std::optional, at -O3.
  target_compile_options(gloss_compiler INTERFACE $<$<CONFIG:Release>:-Wno-maybe-uninitialized>)
endif()
if(GLOSSATOR_DEVELOPER_MODE)
  target_compile_options(gloss_compiler INTERFACE -Werror)
endif()
if(GLOSSATOR_ASSERTIONS)
  target_compile_definitions(gloss_compiler INTERFACE _GLIBCXX_ASSERTIONS)
endif()
if(GLOSSATOR_SANITIZE)
  target_compile_options(gloss_compiler INTERFACE
    -fsanitize=${GLOSSATOR_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(gloss_compiler INTERFACE -fsanitize=${GLOSSATOR_SANITIZE})
endif()

find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
  target_link_options(gloss_compiler INTERFACE -fuse-ld=mold)
endif()
