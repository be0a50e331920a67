/** The boxes of the VAT return that invoices fill, in its order. */
export const BOXES = ['1a', '1b', '1c', '1e', '3a', '3b', 'exempt'] as const
export type Box = (typeof BOXES)[number]

export const BOX_NAMES: Readonly<Record<Box, string>> = {
  '1a': '1a. Hoog tarief',
  '1b': '1b. Laag tarief',
  '1c': '1c. Overige tarieven',
  '1e': '1e. 0% of niet bij ons belast',
  '3a': '3a. Naar landen buiten de EU',
  '3b': '3b. Naar landen binnen de EU',
  exempt: 'Vrijgesteld (niet in de aangifte)',
}
