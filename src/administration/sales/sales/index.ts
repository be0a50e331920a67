import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { lineFields } from './lines.fields.ts'
import * as amounts from './amounts.screens.ts'
import * as forms from './line-forms.screens.ts'
import * as typed from './typed-lines.screens.ts'
import * as screens from './lines.screens.ts'
import { saleLinesArea } from './rights.ts'
import { seedSales } from './story.ts'
import { SALE_TABLES, reasonsByLines, reasonsBySales } from './sales.queries.ts'
import { lineNames, saleLinesVisibleTo } from './lines.queries.ts'

export { refuseStrangers, withPlace } from './customers.commands.ts'
export {
  type Buyers,
  addressOf,
  chosenBuyers,
  contactName,
  customerClientId,
  customerName,
  NOTHING_OWN,
  namedBuyers,
  ownOf,
  saleFound,
  saleSearchFilter,
} from './customers.queries.ts'
export { copyAnew } from './copies.commands.ts'
export {
  type AddedLine,
  type OpenSale,
  type PricedLine,
  addLines,
  addText,
  copyLines,
  lockSale,
  priceLines,
} from './lines.commands.ts'
export { forgetSupply, keepSupply, moveLines, orderLines } from './line-edit.commands.ts'
export {
  type SaleKey,
  type SaleLine,
  type SaleTax,
  historyOfSale,
  listLines,
  listSaleLines,
  listSaleTaxes,
} from './lines.queries.ts'
export { type Destination, amountsOf, countText, discountText, taxesOf } from './lines.rules.ts'
export { type ShownLine, shownLines, shownTotals } from './lines.shown.rules.ts'
export { countedOf, linesRead } from './reader.rules.ts'
export { type UnstoredLine, addingProducts, pricesAnswer, unstoredLines } from './lines.forms.ts'
export { repriceSale, savedText } from './repricing.commands.ts'
export { unstoredSale } from './unstored.queries.ts'
export { setChosen } from './option-status.commands.ts'
export { addAmounts, describeLines, dropLines, passLines, priceAlike, priceAnew } from './deliver.commands.ts'
export { freeSources, setDelivered, setDestination } from './line-status.commands.ts'
export { awaitPlaces, splitLine } from './places.commands.ts'
export { takeNumbers } from './numbers.commands.ts'
export { type SaleKind, type SaleType, saleKinds } from './points.ts'
export { saleFieldsWith } from './heads.ts'
export { buyersRestoring } from './restoring.ts'
export { ofOwnCompanies, openText, saleLabelSql, saleNames } from './sales.queries.ts'
export { NUMBER_PREFIX } from './sales.rules.ts'

const { lineShown: _shown, ...declaredForms } = forms

/** What quotations, orders and invoices have in common: lines, what they come to, and numbers. */
export const sales: ModulePart = {
  screens: [amounts, declaredForms, screens, typed].flatMap((declared) => Object.values(declared)),
  records: [
    {
      type: 'sale_line',
      label: { one: 'regel', many: 'regels' },
      area: saleLinesArea,
      table: 'sale_lines',
      visibleTo: saleLinesVisibleTo,
      names: lineNames,
      open: null,
      fields: lineFields,
    },
  ],
  story: seedSales,
  gifts: [
    give(blockers, [
      { record: 'company', what: 'delete', reasons: reasonsBySales('company_id') },
      { record: 'contact', what: 'delete', reasons: reasonsBySales('contact_id') },
      { record: 'user', what: 'delete', reasons: reasonsBySales('employee_id') },
      { record: 'product', what: 'delete', reasons: reasonsByLines('product_id') },
      { record: 'tax_type', what: 'delete', reasons: reasonsByLines('tax_type_id') },
    ]),
    give(
      mergeStrategies,
      SALE_TABLES.flatMap((table) => [
        { record: 'company', table, column: 'company_id', merges: 'moves' as const },
        { record: 'contact', table, column: 'contact_id', merges: 'moves' as const },
      ]),
    ),
    give(historyLabels, [
      {
        sale_line: {
          fields: {
            position: 'Plaats',
            original_price: 'Prijs zonder afspraak',
            is_original_price: 'Gewone prijs',
            worded: 'Eigen omschrijving',
            why: 'Waarom deze prijs',
            tax: 'Btw-percentage',
            source_id: 'Komt van regel',
            delivered_on: 'Geleverd op',
            supplied_on: 'Leverdatum',
            supplied_from: 'Geleverd vanaf',
          },
        },
      },
    ]),
  ],
}
