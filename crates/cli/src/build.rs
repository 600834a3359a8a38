//! What this program was built from.

use amazons_lab::study::Build;

/// Returns what a study's log says about the program.
pub fn this_build() -> Build {
    let commit = env!("AMAZONS_BUILT_COMMIT");
    let features: &[(bool, &str)] = &[(cfg!(feature = "builtin-tables"), "builtin-tables")];
    let enabled = features.iter().filter(|(enabled, _)| *enabled);
    Build {
        commit: (!commit.is_empty()).then(|| commit.to_owned()),
        target: env!("AMAZONS_TARGET").to_owned(),
        compiler: env!("AMAZONS_COMPILER").to_owned(),
        features: enabled.map(|(_, name)| (*name).to_owned()).collect(),
    }
}
