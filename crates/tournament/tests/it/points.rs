//! Points as documents have them.

use komadai_tournament::Points;

#[test]
fn points_are_plain_numbers_in_json() {
    for (text, quarters) in [("0", 0), ("2.5", 10), ("3", 12), ("-1.25", -5), ("0.75", 3)] {
        let points: Points = serde_json::from_str(text).expect(text);
        assert_eq!(points.quarters(), quarters, "{text}");
        assert_eq!(points.to_string(), text);
        assert_eq!(serde_json::to_string(&points).expect(text), text);
    }
}

#[test]
fn what_is_no_number_of_points_is_refused() {
    for text in ["0.1", "1e17", "\"1\"", "null"] {
        assert!(serde_json::from_str::<Points>(text).is_err(), "{text}");
    }
}
