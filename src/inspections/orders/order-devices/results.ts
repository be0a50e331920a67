/** What came of a device at a visit, as reports and lists tell it. */

interface Kind {
  label: string
  /** As the totals of a report call several of them. */
  many: string
  css: string
  icon: string
  /** Whether it was looked at; what was not stays due. */
  isSeen: boolean
  /** Whether it was found good, which is billed. */
  isApproved: boolean
}

export const RESULTS = {
  approved: { label: 'Goedgekeurd', many: 'goedgekeurd', css: 'st-confirmed', icon: 'circle-check', isSeen: true, isApproved: true }, // prettier-ignore
  remarked: { label: 'Goedgekeurd met opmerking', many: 'met opmerking', css: 'st-option', icon: 'message-exclamation', isSeen: true, isApproved: true }, // prettier-ignore
  repaired: { label: 'Hersteld en goedgekeurd', many: 'hersteld', css: 'st-confirmed', icon: 'tool', isSeen: true, isApproved: true }, // prettier-ignore
  replaced: { label: 'Vervangen', many: 'vervangen', css: 'st-confirmed', icon: 'replace', isSeen: true, isApproved: false }, // prettier-ignore
  rejected: { label: 'Afgekeurd', many: 'afgekeurd', css: 'st-cancelled', icon: 'circle-x', isSeen: true, isApproved: false }, // prettier-ignore
  disposed: { label: 'Buiten gebruik, afgevoerd', many: 'afgevoerd', css: 'st-concept', icon: 'trash', isSeen: true, isApproved: false }, // prettier-ignore
  not_found: { label: 'Niet aangetroffen', many: 'niet aangetroffen', css: 'st-planned', icon: 'eye-off', isSeen: false, isApproved: false }, // prettier-ignore
  unreachable: { label: 'Niet bereikbaar', many: 'niet bereikbaar', css: 'st-planned', icon: 'lock', isSeen: false, isApproved: false }, // prettier-ignore
} as const satisfies Record<string, Kind>
export type Result = keyof typeof RESULTS

export const RESULT_LABELS = Object.fromEntries(
  Object.entries(RESULTS).map(([result, { label }]) => [result, label]),
) as Record<Result, string>
