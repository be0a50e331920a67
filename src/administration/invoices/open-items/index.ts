import { sql, type SqlBool } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { importTargets } from '../../../system/importing/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import * as ageing from './ageing.screens.ts'
import * as importing from './import.screens.ts'
import { openingTarget } from './target.plan.ts'
import { OPENING_LABELS } from './labels.ts'
import { openingItemFields, openingPaymentFields } from './opening-items.fields.ts'
import { openingItemNames } from './opening-items.queries.ts'
import * as screens from './opening-items.screens.ts'
import { openingItemSelector } from './opening-items.selectors.ts'
import { openingData } from './person-data.ts'
import { openItemsArea } from './rights.ts'
import { paymentRestoring } from './restoring.ts'
import { seedOpenItems } from './story.ts'
import * as waiving from './waiving.screens.ts'

export { bookOpeningPayment, takeBackOpeningPayment, unbookOpeningPayment } from './payments.commands.ts'
export { giveOpeningUnasked } from './waived-before.commands.ts'

const everybody = () => sql<SqlBool>`true`
const ofCustomer = ['company', 'contact'] as const

/** What customers still have to pay, of our invoices and of those of the system before this one. */
export const openItems: ModulePart = {
  screens: [screens, ageing, importing, waiving].flatMap((declared) => Object.values(declared)),
  selectors: [openingItemSelector],
  records: [
    {
      type: 'opening_item',
      label: { one: 'factuur van het oude systeem', many: 'facturen van het oude systeem' },
      area: openItemsArea,
      table: 'opening_items',
      visibleTo: everybody,
      open: '/administration/opening-item/view/{id}',
      fields: openingItemFields,
      names: openingItemNames,
    },
    {
      type: 'opening_payment',
      label: { one: 'betaling', many: 'betalingen' },
      history: false,
      area: openItemsArea,
      table: 'opening_payments',
      visibleTo: everybody,
      open: null,
      fields: openingPaymentFields,
    },
    {
      type: 'open_item',
      label: { one: 'openstaande post', many: 'openstaande posten' },
      history: false,
      area: openItemsArea,
      // Rows of two tables, of which this is the one that is ours.
      table: 'opening_items',
      visibleTo: everybody,
      open: null,
    },
  ],
  constraints: {
    opening_items_once: { field: 'number', message: 'Deze factuur van deze klant staat er al.' },
    opening_items_open: { field: 'opening', message: 'Er kan niet meer openstaan dan het totaal.' },
    opening_items_in_order: { field: 'expires_at', message: 'De vervaldatum ligt vóór de factuurdatum.' },
  },
  story: seedOpenItems,
  gifts: [
    give(
      blockers,
      ofCustomer.map((record) => ({
        record,
        what: 'delete' as const,
        reasons: async (db: Db | Trx, id: number) => [
          {
            label: 'Facturen van het oude systeem',
            one: 'factuur van het oude systeem',
            count: await countOf(db.selectFrom('opening_items').select('id').where(`${record}_id`, '=', id)),
            url: `/administration/opening-items?${record}_id=${id}`,
          },
        ],
      })),
    ),
    give(blockers, [
      {
        record: 'opening_item',
        what: 'delete',
        reasons: async (db, id) => [
          {
            label: 'Brieven',
            one: 'brief',
            count: await countOf(db.selectFrom('reminder_items').select('id').where('opening_item_id', '=', id)),
          },
          {
            label: 'Bankregels',
            one: 'bankregel',
            count: await countOf(db.selectFrom('bank_matches').select('id').where('opening_item_id', '=', id)),
          },
        ],
      },
    ]),
    give(
      mergeStrategies,
      ofCustomer.map((record) => ({
        record,
        table: 'opening_items',
        column: `${record}_id`,
        merges: 'moves' as const,
      })),
    ),
    give(importTargets, [openingTarget]),
    give(personData, [openingData]),
    give(historyLabels, [OPENING_LABELS]),
    give(restorings, [paymentRestoring]),
  ],
}
