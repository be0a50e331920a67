/** What the page behind the pay link of an invoice shows. */
import type { Services } from '../../../platform/services.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { qrBlocks } from '../../../platform/pdf/qr.ts'
import { dueOn } from '../../sales/claims/index.ts'
import { firmDetails } from '../../catalogue/firm/index.ts'
import { epcText } from '../../sales/papers/index.ts'
import { providerAccess } from './account.commands.ts'
import type { Payable } from './links.queries.ts'

const GONE = {
  title: 'Deze link werkt niet meer',
  text: 'Misschien is de link niet helemaal overgenomen, of is de factuur al lang betaald. Bel of mail ons gerust.',
}

/** How it stands, in words; null where it is to be paid. */
function endOf({ open, state, uid }: Payable): { title: string; text: string } | null {
  if (open > 0) return null
  if (state === 'paid')
    return { title: `Factuur ${uid} is betaald`, text: 'Bedankt, wij hebben uw betaling ontvangen.' }
  return { title: `Factuur ${uid} staat niet meer open`, text: 'U hoeft hiervoor niets meer te betalen.' }
}

const STILL =
  'Uw betaling wordt verwerkt. Dat duurt langer dan anders. U hoeft niet nog eens te betalen; kijk later nog eens, met de knop hieronder.'

/** What became of the payment that somebody comes back from. */
function returned(invoice: Payable, { isBack, isLast }: { isBack: boolean; isLast: boolean }): string | null {
  if (!isBack || invoice.open <= 0) return null
  switch (invoice.last_payment) {
    case 'new':
    case 'open':
      return isLast
        ? STILL
        : 'Uw betaling wordt verwerkt. Zodra de bank haar bevestigt, staat dat hier; u hoeft niet nog eens te betalen.'
    case 'failed':
    case 'canceled':
    case 'expired':
      return 'De betaling is niet gelukt of afgebroken. Er is niets afgeschreven. U kunt het opnieuw proberen.'
    default:
      return null
  }
}

async function firmOf({ db }: Pick<Services, 'db'>) {
  const { trade_name, phone, email, iban, iban_name } = await firmDetails(db)
  return { organisation: trade_name, phone, email, iban, iban_name }
}

export const goneModel = async (services: Services) => ({
  ...(await firmOf(services)),
  ...{ end: GONE, invoice: null, online: false, note: null, code: null, waits: false, looksAgain: false },
})

export async function payModel(
  services: Services,
  invoice: Payable,
  { isBack = false, isLast = false, problem = null as string | null } = {},
) {
  const firm = await firmOf(services)
  const isOpen = invoice.open > 0
  const { beside, due } = await dueOn(services.db, 'invoice', invoice, today())
  const transfer =
    isOpen && firm.iban !== ''
      ? epcText({ name: firm.iban_name, iban: firm.iban, cents: due, text: `Factuur ${invoice.uid}` })
      : null
  const note = problem ?? returned(invoice, { isBack, isLast })
  return {
    ...firm,
    end: endOf(invoice),
    invoice: {
      uid: invoice.uid,
      date: formatDate(invoice.invoice_date),
      due: formatDate(invoice.expires_at),
      open: formatMoney(invoice.open),
      sum: formatMoney(due),
      costs: beside.costs === 0 ? null : formatMoney(beside.costs),
      interest: beside.interest === 0 ? null : formatMoney(beside.interest),
      total: formatMoney(invoice.total),
      isPart: isOpen && invoice.open !== invoice.total,
      isOpen,
    },
    online: isOpen && (await providerAccess(services)) !== null,
    note,
    waits: note?.startsWith('Uw betaling wordt verwerkt') ?? false,
    looksAgain: note === STILL,
    code: transfer === null ? null : qrBlocks(transfer),
  }
}
