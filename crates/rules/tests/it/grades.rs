//! Grades: how they are spelled, and their scale.

use komadai_rules::{Grade, GradeError};

#[test]
fn grades_are_read_back_and_lie_one_step_apart() {
    let known: Vec<Grade> = Grade::known().collect();
    assert_eq!(known.len(), 39);
    for grade in &known {
        assert_eq!(grade.to_string().parse(), Ok(*grade));
        assert_eq!(grade.in_english().parse(), Ok(*grade));
    }
    for pair in known.windows(2) {
        assert!(pair[0] < pair[1] && pair[0].apart(pair[1]) == 1, "{pair:?}");
    }
}

#[test]
fn every_spelling_is_read_and_one_is_written() {
    for (text, grade) in [("3k", "3k"), ("3-kyu", "3k"), ("2 Dan", "2d"), ("15KYU", "15k")] {
        assert_eq!(text.parse::<Grade>().map(|grade| grade.to_string()), Ok(grade.to_owned()));
        let read: Grade = serde_json::from_value(text.into()).expect("a grade");
        assert_eq!(serde_json::to_value(read).expect("JSON"), grade);
    }
    for text in ["", "kyu", "0k", "31k", "10d", "5", "5p", "-3k", "999k"] {
        assert_eq!(text.parse::<Grade>(), Err(GradeError), "{text}");
    }
}

#[test]
fn the_scale_is_that_of_the_rules() {
    let names: Vec<String> = Grade::all().map(|grade| grade.to_string()).collect();
    assert_eq!(
        names.join(" "),
        "15k 14k 13k 12k 11k 10k 9k 8k 7k 6k 5k 4k 3k 2k 1k 1d 2d 3d 4d 5d 6d 7d 8d"
    );
    for (index, grade) in Grade::all().enumerate() {
        assert_eq!((grade.index(), Grade::from_index(index)), (index, Some(grade)));
        assert_eq!(grade.above(), Grade::from_index(index + 1));
        assert_eq!(grade.below(), index.checked_sub(1).and_then(Grade::from_index));
        assert!(grade.is_on_scale());
    }
    let (low, high) = (Grade::kyu(30).expect("known"), Grade::dan(9).expect("known"));
    assert!(!low.is_on_scale() && !high.is_on_scale());
    assert_eq!((low.index(), low.below(), high.above()), (0, None, None));
}
