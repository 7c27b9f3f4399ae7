-- Test Case Script, made by crescendo 0.1.0
-- format from public descriptions, unverified against the vendor's tool
--
-- Unit(s) Under Test: sample
--
-- Script Features
TEST.SCRIPT_FEATURE:C_DIRECT_ARRAY_INDEXING
TEST.SCRIPT_FEATURE:MIXED_CASE_NAMES
TEST.SCRIPT_FEATURE:STATIC_HEADER_FUNCS_IN_UUTS
--

-- Unit: sample

-- Subprogram: drive

-- Test Case: test_drive_returns_1_when_m_next_is_true
TEST.UNIT:sample
TEST.SUBPROGRAM:drive
TEST.NEW
TEST.NAME:test_drive_returns_1_when_m_next_is_true
TEST.NOTES:
m->mode == FAST is true; m->speed > 2.5f is false; sensor(level, m) > 40 is true; m->next is true
TEST.END_NOTES:
TEST.VALUE:sample.drive.m:<<malloc 1>>
TEST.VALUE:sample.drive.m[0].mode:FAST
TEST.VALUE:sample.drive.m[0].speed:0.0
TEST.VALUE:sample.drive.m[0].name:""
TEST.VALUE:sample.drive.m[0].next:<<malloc 1>>
TEST.VALUE:sample.drive.m[0].next[0].mode:OFF
TEST.VALUE:sample.drive.m[0].next[0].speed:0.0
TEST.VALUE:sample.drive.m[0].next[0].name:""
TEST.VALUE:sample.drive.m[0].next[0].next:<<malloc 1>>
TEST.VALUE:sample.drive.level:0
TEST.VALUE:uut_prototype_stubs.sensor.return:41
TEST.EXPECTED:sample.drive.return:1
TEST.EXPECTED:sample.<<GLOBAL>>.starts:1
TEST.EXPECTED:sample.drive.m[0].name:"x"
TEST.EXPECTED:sample.drive.m[0].next[0].mode:SLOW
-- expected call: sensor(0, m)
TEST.END

-- Test Case: test_drive_returns_0_when_sensor_level_m_is_at_most_40
TEST.UNIT:sample
TEST.SUBPROGRAM:drive
TEST.NEW
TEST.NAME:test_drive_returns_0_when_sensor_level_m_is_at_most_40
TEST.NOTES:
m->mode == FAST is false; sensor(level, m) > 40 is false
TEST.END_NOTES:
TEST.VALUE:sample.drive.m:<<malloc 1>>
TEST.VALUE:sample.drive.m[0].mode:SLOW
TEST.VALUE:sample.drive.m[0].speed:0.0
TEST.VALUE:sample.drive.m[0].name:""
TEST.VALUE:sample.drive.m[0].next:<<malloc 1>>
TEST.VALUE:sample.drive.level:0
TEST.VALUE:uut_prototype_stubs.sensor.return:0
TEST.EXPECTED:sample.drive.return:0
-- expected call: sensor(0, m)
TEST.END

-- Test Case: test_drive_returns_0_when_m_next_is_false
TEST.UNIT:sample
TEST.SUBPROGRAM:drive
TEST.NEW
TEST.NAME:test_drive_returns_0_when_m_next_is_false
TEST.NOTES:
m->mode == FAST is true; m->speed > 2.5f is false; sensor(level, m) > 40 is true; m->next is false
TEST.END_NOTES:
TEST.VALUE:sample.drive.m:<<malloc 1>>
TEST.VALUE:sample.drive.m[0].mode:FAST
TEST.VALUE:sample.drive.m[0].speed:0.0
TEST.VALUE:sample.drive.m[0].name:""
TEST.VALUE:sample.drive.m[0].next:<<null>>
TEST.VALUE:sample.drive.level:0
TEST.VALUE:uut_prototype_stubs.sensor.return:41
TEST.EXPECTED:sample.drive.return:0
-- expected call: sensor(0, m)
TEST.END

-- Test Case: test_drive_returns_0_when_sensor_level_m_is_at_most_40_2
TEST.UNIT:sample
TEST.SUBPROGRAM:drive
TEST.NEW
TEST.NAME:test_drive_returns_0_when_sensor_level_m_is_at_most_40_2
TEST.NOTES:
m->mode == FAST is false; sensor(level, m) > 40 is false
TEST.END_NOTES:
TEST.VALUE:sample.drive.m:<<malloc 1>>
TEST.VALUE:sample.drive.m[0].mode:5
TEST.VALUE:sample.drive.m[0].speed:0.0
TEST.VALUE:sample.drive.m[0].name:""
TEST.VALUE:sample.drive.m[0].next:<<malloc 1>>
TEST.VALUE:sample.drive.level:0
TEST.VALUE:uut_prototype_stubs.sensor.return:0
TEST.EXPECTED:sample.drive.return:0
-- expected call: sensor(0, m)
TEST.END

-- Test Case: test_drive_fails_with_null_dereference
TEST.UNIT:sample
TEST.SUBPROGRAM:drive
TEST.NEW
TEST.NAME:test_drive_fails_with_null_dereference
TEST.NOTES:

TEST.END_NOTES:
-- left out: a fault is to come in line 18: read of 4 bytes at a null pointer (address 0x0)
TEST.VALUE:sample.drive.m:<<null>>
TEST.VALUE:sample.drive.level:0
TEST.END

-- Subprogram: word

-- Test Case: test_word_fails_with_out_of_bounds_when_text_0_is_open_bracket
TEST.UNIT:sample
TEST.SUBPROGRAM:word
TEST.NEW
TEST.NAME:test_word_fails_with_out_of_bounds_when_text_0_is_open_bracket
TEST.NOTES:
text is true; text[0] == '[' is true
TEST.END_NOTES:
-- left out: a fault is to come in line 37: read of 1 byte 0 bytes behind the end of what the input `text` points to (1 byte)
TEST.VALUE:sample.word.text:<<malloc 1>>
TEST.VALUE:sample.word.text:"["
TEST.END

-- Test Case: test_word_returns_text_when_twice_unsigned_char_text_1_is_not_194
TEST.UNIT:sample
TEST.SUBPROGRAM:word
TEST.NEW
TEST.NAME:test_word_returns_text_when_twice_unsigned_char_text_1_is_not_194
TEST.NOTES:
text is true; text[0] == '[' is true; twice((unsigned char)text[1]) == 194 is false
TEST.END_NOTES:
TEST.VALUE:sample.word.text:<<malloc 2>>
TEST.VALUE:sample.word.text:"["
-- left out: expected result = text
TEST.END

-- Test Case: test_word_returns_text_when_text_0_is_not_open_bracket
TEST.UNIT:sample
TEST.SUBPROGRAM:word
TEST.NEW
TEST.NAME:test_word_returns_text_when_text_0_is_not_open_bracket
TEST.NOTES:
text is true; text[0] == '[' is false
TEST.END_NOTES:
TEST.VALUE:sample.word.text:<<malloc 1>>
TEST.VALUE:sample.word.text:"Z"
-- left out: expected result = text
TEST.END

-- Test Case: test_word_returns_text_when_twice_unsigned_char_text_1_is_194
TEST.UNIT:sample
TEST.SUBPROGRAM:word
TEST.NEW
TEST.NAME:test_word_returns_text_when_twice_unsigned_char_text_1_is_194
TEST.NOTES:
text is true; text[0] == '[' is true; twice((unsigned char)text[1]) == 194 is true
TEST.END_NOTES:
TEST.VALUE:sample.word.text:<<malloc 2>>
TEST.VALUE:sample.word.text:"[a"
-- left out: expected result = text + 1
TEST.END

-- Subprogram: twice

-- Test Case: test_twice_returns_0_when_n_is_above_5000000000ull
TEST.UNIT:sample
TEST.SUBPROGRAM:twice
TEST.NEW
TEST.NAME:test_twice_returns_0_when_n_is_above_5000000000ull
TEST.NOTES:
n > 5000000000ull is true
TEST.END_NOTES:
TEST.VALUE:sample.twice.n:5000000001
TEST.EXPECTED:sample.twice.return:0
TEST.END

