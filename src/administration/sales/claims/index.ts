/** What letters ask beside an invoice, and how what is paid is divided over that and the invoice. */
export { type ClaimKind, dividedBy, dueOn, listBeside, listBesideOpen } from './claims.queries.ts'
export {
  type AskingLetter,
  type Beside,
  type BesideFacts,
  type Division,
  NOTHING,
  NOTICE_DAYS,
  amountOf,
  askedUntil,
  besideOf,
  columnsOf,
  divisionOf,
  goesBack,
  owedFrom,
  owedOn,
  owedThen,
  sumBeside,
  turned,
} from './dividing.rules.ts'
export { type Divided, DIVISION_LABELS, divisionField, refuseOver } from './chosen.rules.ts'
export { besideShown, besideText, owedText, waivingOf } from './messages.rules.ts'
export { leftOf } from './left.queries.ts'
export { listUnasked } from './waived-before.queries.ts'
export { splitByWaiving, waivable } from './waiving.queries.ts'
export { WAIVING, WaiveForm, waivingOptions } from './waiving.rules.ts'
