//! Wilson's interval for a proportion.

/// The score interval of Wilson (1927) for a proportion of which `successes` in `trials` were seen, `z` normal quantiles to
/// either side; 0 to 1 without trials.
pub fn wilson(successes: f64, trials: f64, z: f64) -> (f64, f64) {
    if trials <= 0.0 {
        return (0.0, 1.0);
    }
    let share = successes / trials;
    let middle = share + z * z / (2.0 * trials);
    let reach =
        z * (share * (1.0 - share) / trials + z * z / (4.0 * trials * trials)).max(0.0).sqrt();
    let whole = 1.0 + z * z / trials;
    // At the ends the exact value, which rounding would miss.
    let low = if successes <= 0.0 { 0.0 } else { (middle - reach) / whole };
    let high = if successes >= trials { 1.0 } else { (middle + reach) / whole };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::statistics::Z95;

    /// Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I,
    /// method 3.
    #[test]
    fn newcombes_examples() {
        let cases = [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ];
        for (successes, trials, low, high) in cases {
            let (a, b) = wilson(successes, trials, Z95);
            assert!(
                (a - low).abs() < 6e-5 && (b - high).abs() < 6e-5,
                "{successes}/{trials}: {a} {b}"
            );
            let (c, d) = wilson(trials - successes, trials, Z95);
            assert!((a + d - 1.0).abs() < 1e-12 && (b + c - 1.0).abs() < 1e-12);
        }
        assert_eq!(wilson(0.0, 0.0, Z95), (0.0, 1.0));
    }
}
