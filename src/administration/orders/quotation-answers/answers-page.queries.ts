/** What the page behind the link of a quotation shows. */
import type { Db } from '../../../platform/database/types.ts'
import { formatDate, formatDateTime, formatMoney } from '../../../platform/format/format.ts'
import type { FieldMessages } from '../../../platform/errors.ts'
import { firmDetails } from '../../catalogue/firm/index.ts'
import type { Quotation } from '../quotations/index.ts'
import { type SaleLine, linesRead, shownLines, shownTotals, taxesOf } from '../../sales/sales/index.ts'
import { offerOf } from './answering.commands.ts'
import { questionFields } from './answers.fields.ts'
import type { Sent } from './answers.forms.ts'
import { findSigning, listQuestions } from './answers.queries.ts'
import { REASONS, standingOf } from './answers.rules.ts'
import { signedPaper } from './signing.files.ts'
import type { Services } from '../../../platform/services.ts'

/** What is said above a page that is shown once more. */
export interface Said {
  sent: Sent
  errors: FieldMessages
  /** A sentence about what was sent. */
  note: string | null
}

/** What stands there before anything was sent: the options as they were offered. */
const nothingSent = (lines: readonly SaleLine[]): Sent => ({
  chosen: new Set(lines.filter(({ optional, chosen }) => optional && chosen).map(({ id }) => id)),
  ...{ name: '', signature: '', typed: false, reason: '', told: '', question: '' },
})

/** The lines as they are with these options ticked. */
const ticked = (lines: readonly SaleLine[], chosen: ReadonlySet<number>): SaleLine[] =>
  lines.map((line) => (line.optional ? { ...line, chosen: chosen.has(line.id) } : line))

/** A company reads prices and amounts without VAT, somebody who buys alone with it; what it comes to says both. */
function linesShown(lines: readonly SaleLine[], isCompany: boolean) {
  return shownLines(linesRead(lines, taxesOf(lines), !isCompany)).map(({ excl, incl, ...line }, i) => ({
    ...line,
    amount: isCompany ? excl : incl,
    isOption: lines[i]!.kind === 'product' && lines[i]!.optional,
  }))
}

/** How it ended, in words. */
function endOf(quotation: Quotation): { title: string; text: string } | null {
  const { accepted_at, accepted_name, declined_at, valid_until } = quotation
  switch (standingOf(quotation)) {
    case 'open':
      return null
    case 'accepted':
      return {
        title: 'Deze offerte is geaccepteerd',
        text: `Geaccepteerd op ${formatDateTime(accepted_at)}${accepted_name === null ? '' : ` door ${accepted_name}`}. Bedankt, wij nemen contact met u op over het vervolg.`,
      }
    case 'declined':
      return {
        title: 'Deze offerte is afgewezen',
        text: `Afgewezen op ${formatDateTime(declined_at)}. Bedankt voor uw antwoord. Denkt u er nu anders over, neem dan contact met ons op.`,
      }
    case 'expired':
      return {
        title: 'Deze offerte is verlopen',
        text: `U kon hem accepteren tot en met ${formatDate(valid_until)}. Wilt u hem alsnog, stel dan hieronder een vraag of bel ons.`,
      }
    case 'away':
      return {
        title: 'Deze offerte wordt aangepast',
        text: 'Wij passen deze offerte voor u aan. Zodra hij klaar is, leest u hem met dezelfde link.',
      }
  }
}

/** Unknown, renewed and gone long ago are answered alike. */
const GONE = {
  title: 'Deze link is niet meer in gebruik',
  text: 'Met deze link kunt u geen offerte (meer) lezen. Neem contact met ons op als u denkt dat dit niet klopt.',
}

const houseOf = async (db: Db) => {
  const { trade_name, phone, email } = await firmDetails(db)
  return { organisation: trade_name, phone, email }
}

/** The page of a link that leads nowhere. */
export const goneModel = async (db: Db) => ({ ...(await houseOf(db)), end: GONE, uid: null })

/** What was signed, with its document, for who signed it. */
async function signedModel(services: Services, quotation: Quotation) {
  const signing = await findSigning(services.db, quotation)
  return signing ? { ...signing, sha256: (await signedPaper(services, signing.id)).sha256 } : null
}

/** The page of a quotation, with what was sent where something is wrong with it. */
export async function pageModel(services: Services, quotation: Quotation, said: Said | null, isOurs: boolean) {
  const { db } = services
  const { id, uid, customer, reference, valid_until, header_text, footer_text, company_id } = quotation
  const standing = standingOf(quotation)
  const house = await houseOf(db)
  const end = endOf(quotation)
  if (standing === 'away') return { ...house, end, uid: null }
  const { lines, told, seen } = await offerOf(db, id)
  const sent = said?.sent ?? nothingSent(lines)
  const shown = standing === 'open' ? ticked(lines, sent.chosen) : lines
  const taxes = taxesOf(shown)
  const { texts } = await firmDetails(db)
  return {
    ...house,
    ...{ uid, customer, reference, end, seen, standing, sent, isOurs },
    validUntil: formatDate(valid_until),
    above: [texts.quotation_header, header_text].filter(Boolean),
    below: [footer_text, texts.quotation_footer].filter(Boolean),
    errors: said?.errors ?? {},
    note: said?.note ?? null,
    most: { name: questionFields.name.maxlength, question: questionFields.question.maxlength },
    isCompany: company_id !== null,
    // Who buys alone reads it before saying yes, and afterwards as long as it can be of use.
    told: standing === 'open' || standing === 'accepted' ? told : [],
    accepts: company_id === null ? 'Accepteren met betalingsverplichting' : 'Accepteren',
    lines: linesShown(shown, company_id !== null),
    counted: standing === 'open' ? [...sent.chosen].join(',') : '',
    totals: shownTotals(taxes),
    total: formatMoney(taxes.reduce((sum, { base, vat }) => sum + base + vat, 0)),
    answers: standing === 'open' && !isOurs,
    asks: (standing === 'open' || standing === 'expired') && !isOurs,
    reasons: Object.entries(REASONS).map(([value, label]) => ({ value, label })),
    signed: await signedModel(services, quotation),
    questions: (await listQuestions(db, id).execute()).map(({ question, answer, created_at, answered_at }) => ({
      question,
      answer,
      asked: formatDateTime(created_at),
      answered: answered_at && formatDateTime(answered_at),
    })),
  }
}
