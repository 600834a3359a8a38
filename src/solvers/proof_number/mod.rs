//! Proof-number search: df-pn and weak PN, made multi-valued by repeated questions.

pub(crate) mod dfpn;
pub(crate) mod multi_valued;
pub(crate) mod pn_table;
pub(crate) mod proof_numbers;
pub(crate) mod question;
pub(crate) mod wpns;
