//! Small systems of linear equations.

/// Pivots below this share of their diagonal element mean that a row depends on those above it.
const DEPENDENT: f64 = 1e-10;

/// Solves linear equations with a symmetric positive definite matrix; `None` if its rows depend on
/// each other.
///
/// Gaussian elimination; for such a matrix the diagonal elements serve as pivots.
pub fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    let diagonal: Vec<f64> = (0..size).map(|a| matrix[a][a]).collect();
    for a in 0..size {
        let (above, below) = matrix.split_at_mut(a + 1);
        let pivot = &above[a];
        if pivot[a].is_nan() || pivot[a] <= DEPENDENT * diagonal[a] {
            return None;
        }
        for (row, b) in below.iter_mut().zip(a + 1..) {
            let factor = row[a] / pivot[a];
            row.iter_mut().zip(pivot).for_each(|(number, of_pivot)| *number -= factor * of_pivot);
            right[b] -= factor * right[a];
        }
    }
    for a in (0..size).rev() {
        let known: f64 = (a + 1..size).map(|b| matrix[a][b] * right[b]).sum();
        right[a] = (right[a] - known) / matrix[a][a];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved_and_dependent_rows_noticed() {
        let found = solve(vec![vec![4.0, 2.0], vec![2.0, 3.0]], vec![10.0, 8.0]).unwrap();
        assert!((found[0] - 1.75).abs() < 1e-12 && (found[1] - 1.5).abs() < 1e-12, "{found:?}");
        assert_eq!(solve(vec![vec![1.0, 2.0], vec![2.0, 4.0]], vec![1.0, 2.0]), None);
        assert_eq!(solve(vec![], vec![]), Some(vec![]));
    }
}
