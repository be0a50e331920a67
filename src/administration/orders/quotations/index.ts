import { type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import { blockers } from '../../../platform/blockers.ts'
import { mailFates } from '../../../platform/mail/delivery-states.ts'
import { sealedData } from '../../../platform/jobs/reseal.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { searchSources } from '../../../platform/search/search.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { attention } from '../../../system/attention/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { paperSources } from '../../sales/papers/index.ts'
import { buyersRestoring, historyOfSale, saleKinds, saleLabelSql, saleNames } from '../../sales/sales/index.ts'
import * as editing from './editing.screens.ts'
import { quotationFate } from './on-mailed.commands.ts'
import { resealQuotations } from './link.commands.ts'
import * as link from './link.screens.ts'
import { quotationData } from './person-data.ts'
import { quotationPapers } from './quotation-paper.ts'
import { quotationFields } from './quotations.fields.ts'
import { countQuotationsOf, rowsWaiting, isFollowed, quotationBlockers, quotationsVisibleTo } from './quotations.queries.ts' // prettier-ignore
import { SENT, TAKEN_OVER } from './quotations.rules.ts'
import * as screens from './quotations.screens.ts'
import * as settings from './settings.screens.ts'
import { quotationSearch } from './quotations.search.ts'
import { quotationSelector } from './quotations.selectors.ts'
import { quotationsArea } from './rights.ts'
import * as status from './status.screens.ts'
import { seedQuotations } from './story.ts'
import * as view from './view.screens.ts'

export { rowsWaiting } from './quotations.queries.ts'
export { type OfferLink, findLink, findLinks, offerLink, offerLinks } from './link.commands.ts'
export { type Offer, makeQuotation } from './create.commands.ts'
export { offeredKey } from './on-mailed.commands.ts'
export { offeredFacts } from './quotation-paper.ts'
export { lockQuotations } from './quotations.commands.ts'
export { listQuotations, quotationsVisibleTo } from './quotations.queries.ts'
export { quotationFacts } from './quotation-paper.ts'
export { accept, decline, noteViewed } from './quotations.commands.ts'
export { type Quotation, getQuotation } from './quotations.queries.ts'
export { makeOrderOf } from './on-answered.commands.ts'
export { offeredOn, takeForOrder } from './ordering.commands.ts'

/** What a customer is offered, for how long and at what price. */
export const quotations: ModulePart = {
  screens: [screens, view, editing, status, link, settings].flatMap((declared) => Object.values(declared)),
  selectors: [quotationSelector],
  records: [
    {
      type: 'quotation',
      label: { one: 'offerte', many: 'offertes' },
      area: quotationsArea,
      table: 'quotations',
      visibleTo: quotationsVisibleTo,
      open: '/administration/quotation/view/{id}',
      fields: quotationFields,
      nameSql: saleLabelSql('quotations'),
      names: (db, ids) => saleNames(db, 'quotations', ids),
      historyAlong: historyOfSale('quotation'),
      carries: ['notes', 'documents', 'messages'],
    },
  ],
  nav: [
    {
      group: 'sales',
      label: 'Offertes',
      icon: 'file-text',
      href: '/administration/quotations',
      within: '/administration/quotation',
      key: 'q',
      area: quotationsArea,
      order: 1,
      lists: { supervisor: 7 },
    },
  ],
  create: [
    {
      action: {
        label: 'Offerte',
        icon: 'file-text',
        kind: 'popup',
        url: '/administration/quotation/add',
        synonyms: ['aanbieding', 'prijsopgave'],
      },
      command: 'Nieuwe offerte',
      key: 'q',
      area: quotationsArea,
    },
  ],
  story: seedQuotations,
  gifts: [
    give(paperSources, quotationPapers),
    give(mailFates, [quotationFate]),
    give(searchSources, [quotationSearch]),
    give(
      popupTabs,
      (['company', 'contact'] as const).map((record) => ({
        record,
        key: 'quotations',
        label: 'Offertes',
        icon: 'file-text',
        area: quotationsArea,
        order: 37,
        under: 'money',
        url: (id: number) => `/administration/quotations?embed=1&${record}_id=${id}`,
        count: (viewer: Viewer, id: number) => countQuotationsOf(viewer, `${record}_id`, id),
      })),
    ),
    give(settingsTabs, [
      {
        area: settingsArea,
        key: 'quotations',
        page: 'administration',
        label: 'Offertes',
        icon: 'file-text',
        order: 23,
        url: '/settings/quotations',
      },
    ]),
    give(attention, [
      {
        name: 'quotations_accepted',
        kind: 'money',
        icon: 'circle-check',
        tone: 'warning',
        label: { one: 'geaccepteerde offerte zonder order', many: 'geaccepteerde offertes zonder order' },
        area: quotationsArea,
        right: 'change',
        url: '/administration/quotations?waiting=accepted',
        rows: (viewer) => rowsWaiting('accepted', viewer),
      },
      {
        name: 'quotations_asked',
        kind: 'now',
        icon: 'message-question',
        tone: 'warning',
        label: { one: 'offerte met een vraag van de klant', many: 'offertes met een vraag van de klant' },
        area: quotationsArea,
        right: 'change',
        url: '/administration/quotations?waiting=asked',
        rows: (viewer) => rowsWaiting('asked', viewer),
      },
      {
        name: 'quotations_ending',
        kind: 'money',
        icon: 'hourglass',
        tone: 'warning',
        label: { one: 'offerte die zonder antwoord verloopt', many: 'offertes die zonder antwoord verlopen' },
        area: quotationsArea,
        right: 'change',
        url: '/administration/quotations?waiting=ending',
        rows: (viewer) => rowsWaiting('ending', viewer),
      },
    ]),
    give(blockers, [{ record: 'quotation', what: 'delete', reasons: quotationBlockers }]),
    give(restorings, [buyersRestoring('quotations')]),
    give(sealedData, [resealQuotations]),
    give(personData, [quotationData]),
    give(saleKinds, [
      {
        type: 'quotation',
        area: quotationsArea,
        open: {
          when: sql<SqlBool>`quotations.stage = 'concept'`,
          refusal: sql<string>`case when ${isFollowed} then ${TAKEN_OVER} else ${SENT} end`,
        },
      },
    ]),
    give(historyLabels, [{ quotation: { fields: { print_layout_id: 'Layout' } } }]),
  ],
}
