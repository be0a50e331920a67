import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import { FISCAL, personRows } from '../../../system/privacy/points.ts'
import { WAIVING } from '../../sales/claims/index.ts'
import { openingItemFields } from './opening-items.fields.ts'
import { listOpeningItems } from './opening-items.queries.ts'

/** What somebody still had to pay when this system began; the law wants it kept. */
export const openingData = personRows({
  key: 'opening-items',
  label: 'Facturen van het oude systeem',
  rows: (db, contactId) => listOpeningItems(db).where('opening_items.contact_id', '=', contactId),
  show: (item) => ({
    Nummer: item.number,
    Factuurdatum: formatDate(item.invoice_date),
    Totaal: formatMoney(item.total),
    Open: formatMoney(item.open),
    // What is written of an item of a company is no matter of its contact.
    [openingItemFields.note.label]: item.company_id === null ? item.note : null,
    [WAIVING.state]: item.company_id === null ? item.costs_waived : null,
  }),
  keeps: [{ what: ['factuur van het oude systeem', 'facturen van het oude systeem'], why: FISCAL }],
})
