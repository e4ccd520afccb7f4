# gloss_room(NAME room DEPS room... LINK target...)
#
# One room is one static library gloss_<room> made of src/<room>/*.cc, and one test program
# gloss_<room>_test made of src/<room>/*_test.cc. DEPS is the only place where the dependencies
# between rooms are written; scripts/check_layers.py reads it.
function(gloss_room)
  cmake_parse_arguments(ROOM "" "NAME" "DEPS;LINK" ${ARGN})
  string(REPLACE "/" "_" target "gloss_${ROOM_NAME}")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cc")
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$|/main\\.cc$")

  if(NOT sources)
    message(STATUS "room ${ROOM_NAME}: no sources yet")
    add_library(${target} INTERFACE)
    return()
  endif()
  add_library(${target} STATIC ${sources})
  foreach(dep IN LISTS ROOM_DEPS)
    string(REPLACE "/" "_" dep_target "gloss_${dep}")
    target_link_libraries(${target} PUBLIC ${dep_target})
  endforeach()
  target_link_libraries(${target} PUBLIC gloss_compiler PRIVATE ${ROOM_LINK})

  if(NOT GLOSSATOR_DEVELOPER_MODE)
    return()
  endif()
  if(tests)
    add_executable(${target}_test ${tests})
    # Tests may use the room's own third-party libraries and the test helpers.
    target_link_libraries(${target}_test PRIVATE ${target} ${ROOM_LINK} GTest::gmock GTest::gtest_main)
    target_compile_definitions(${target}_test PRIVATE
      GLOSSATOR_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
      GLOSSATOR_MODEL_CACHE="${GLOSSATOR_MODEL_CACHE}")
    gtest_discover_tests(${target}_test TEST_PREFIX "${ROOM_NAME}." DISCOVERY_MODE PRE_TEST)
  endif()
  if(GLOSSATOR_CHECK_HEADERS)
    gloss_check_headers(${target} ${ROOM_LINK})
  endif()
endfunction()

# Every header must compile alone.
function(gloss_check_headers target)
  file(GLOB headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.h")
  set(units "")
  foreach(header IN LISTS headers)
    file(RELATIVE_PATH include "${PROJECT_SOURCE_DIR}/src" "${header}")
    string(REPLACE "/" "_" name "${include}")
    set(unit "${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cc")
    file(CONFIGURE OUTPUT "${unit}" CONTENT "#include \"${include}\"\n")
    list(APPEND units "${unit}")
  endforeach()
  if(units)
    add_library(${target}_headers OBJECT ${units})
    target_link_libraries(${target}_headers PRIVATE ${target} ${ARGN})
  endif()
endfunction()
