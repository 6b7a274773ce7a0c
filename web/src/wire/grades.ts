// Written by `UPDATE=1 cargo test -p komadai-protocol` from crates/community. Do not edit.

/** What kyu and dan are called, a longer word before one that it ends with. */
export const KYU_WORDS: readonly string[] = ["kyu","kyū","cấp","級","级","급","кю","k"];
export const DAN_WORDS: readonly string[] = ["dan","đẳng","段","단","дан","d"];

/** What may stand behind the digits of an ordinal. */
export const ORDINALS: readonly string[] = [".","e","o","a","er","eme","ème",".o",".a","st","nd","rd"];

/** Numbers in words. Ten makes a number of what stands before it. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = {"ba":3,"bát":8,"bảy":7,"bẩy":7,"bốn":4,"chín":9,"cửu":9,"fifth":5,"first":1,"fourth":4,"hai":2,"lăm":5,"lục":6,"mươi":10,"mười":10,"mốt":1,"một":1,"ngũ":5,"nhất":1,"nhị":2,"năm":5,"second":2,"sáu":6,"sơ":1,"tam":3,"third":3,"thất":7,"thập":10,"tám":8,"tư":4,"tứ":4,"一":1,"七":7,"三":3,"九":9,"二":2,"五":5,"八":8,"六":6,"初":1,"十":10,"四":4,"구":9,"사":4,"삼":3,"십":10,"오":5,"육":6,"이":2,"일":1,"초":1,"칠":7,"팔":8};
