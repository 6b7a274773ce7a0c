//! The ratios as a picture.

use std::fmt::Write as _;

use super::{Bound, figure};

/// One bar: a name, the ratio, what must hold of it and what is aimed at.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) must: Bound,
    pub(crate) aim: Bound,
}

const LABELS: f64 = 330.0;
const WIDTH: f64 = 420.0;
const ROW: f64 = 22.0;

/// Bars that are as long as the part of its bound that each ratio uses up; the line is the bound.
pub(crate) fn plot(bars: &[Bar]) -> String {
    let height = ROW * (bars.len() as f64 + 2.0);
    // The bound is at two thirds, so that what is beyond it has room.
    let x = |used: f64| LABELS + used.clamp(0.0, 1.5) * WIDTH / 1.5;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{height}\" \
         viewBox=\"0 0 {0} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{1}\" y=\"14\" text-anchor=\"middle\" fill=\"#444\">must</text>\n",
        LABELS + WIDTH + 70.0,
        x(1.0),
    );
    for (n, bar) in bars.iter().enumerate() {
        let y = ROW * (n as f64 + 1.0);
        let used = bar.must.used(bar.value);
        let aim = match bar.aim {
            Bound::AtMost(aim) | Bound::AtLeast(aim) => bar.must.used(aim),
        };
        let colour = match () {
            () if bar.aim.holds(bar.value) => "#2a7f62",
            () if bar.must.holds(bar.value) => "#c9a227",
            () => "#b23a48",
        };
        let text = y + 14.0;
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{text}\" text-anchor=\"end\">{}</text>\
             <rect x=\"{LABELS}\" y=\"{}\" width=\"{:.1}\" height=\"{}\" fill=\"{colour}\"/>\
             <line x1=\"{5:.1}\" x2=\"{5:.1}\" y1=\"{6}\" y2=\"{7}\" stroke=\"#888\" \
             stroke-dasharray=\"2 2\"/>\
             <text x=\"{8}\" y=\"{text}\">{9}</text>",
            LABELS - 8.0,
            escaped(&bar.name),
            y + 3.0,
            x(used) - LABELS,
            ROW - 6.0,
            x(aim),
            y,
            y + ROW,
            LABELS + WIDTH + 8.0,
            figure(bar.value),
        );
    }
    let _ = writeln!(
        svg,
        "<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{ROW}\" y2=\"{1}\" stroke=\"#222\"/>\n\
         <text x=\"{LABELS}\" y=\"{2}\" fill=\"#444\">green: aim reached, yellow: must kept, red: \
         not kept; dashed: the aim</text>\n</svg>",
        x(1.0),
        height - ROW,
        height - 6.0,
    );
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_has_the_colour_of_its_success() {
        let bar = |value| Bar {
            name: "a < b".to_owned(),
            value,
            must: Bound::AtMost(2.0),
            aim: Bound::AtMost(1.0),
        };
        for (value, colour) in [(0.9, "#2a7f62"), (1.5, "#c9a227"), (9.0, "#b23a48")] {
            let svg = plot(&[bar(value)]);
            assert!(svg.contains(colour) && svg.contains("a &lt; b"), "{svg}");
        }
    }
}
