import { formatMoney } from '../../../platform/format/format.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import { amountOf, bothOf, lineProblem } from '../../catalogue/prices/index.ts'
import { type TaxCategory, getTaxType, vatText } from '../../catalogue/vat/index.ts'
import { AmountForm } from './lines.forms.ts'
import { saleLinesArea } from './rights.ts'

/** What a line comes to while it is typed: '€ 1.323,00 exclusief 21% BTW'. */
export const lineAmount = preview({
  area: saleLinesArea,
  record: 'sale_line',
  recordParam: null,
  right: 'change',
  path: '/administration/line-amount',
  form: AmountForm,
  formRecords: { tax_type_id: 'tax_type' },
  view: 'administration/sales/amount',
  load: async ({ db, form }) => {
    const problem = lineProblem(form, { turned: true })
    if (problem) return { text: null, incl: null }
    const { percentage, category } = await getTaxType(db, form.tax_type_id)
    const rate = percentage ?? '0'
    const { excl, incl } = bothOf(amountOf(form), rate, form.taxes_included)
    const shown = (cents: bigint) => formatMoney(Number(cents))
    const [without, withVat] = [false, true].map((mode) => vatText(rate, mode, category as TaxCategory)) as [string, string] // prettier-ignore
    // What bears no VAT comes to one amount.
    return { text: `${shown(excl)} ${without}`, incl: without === withVat ? null : `${shown(incl)} ${withVat}` }
  },
  example: (story) => ({ form: { count: '6', price: '245', tax_type_id: story.taxTypes.high } }),
})
