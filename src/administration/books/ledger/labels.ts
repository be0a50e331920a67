export const ACCOUNT_KINDS = { turnover: 'Omzet', vat: 'Btw', debtors: 'Debiteuren', other: 'Overig' } as const
export type AccountKind = keyof typeof ACCOUNT_KINDS

/** What gets a ledger account. */
export const RULE_KINDS = {
  ...{ turnover: 'Omzet', vat: 'Btw', debtors: 'Wat klanten schuldig zijn' },
  ...{ costs: 'Ontvangen incassokosten', interest: 'Ontvangen rente' },
} as const
export type RuleKind = keyof typeof RULE_KINDS
