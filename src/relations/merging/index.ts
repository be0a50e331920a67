import { sql, type SqlBool } from 'kysely'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import type { Action } from '../../platform/screens/models.ts'
import { openPoints } from '../../platform/screens/popup/open-points.ts'
import { popupActions } from '../../platform/screens/popup/popup-actions.ts'
import { personData } from '../../system/privacy/points.ts'
import { companiesArea } from '../companies/rights.ts'
import { contactsManageArea } from '../contacts/rights.ts'
import { companyDouble, contactDouble } from './doubles.todo.ts'
import * as screens from './merging.screens.ts'
import { mergeData } from './person-data.ts'
import { forgetMerge } from './undo.commands.ts'

export { listMovingReferences } from './references.queries.ts'

const joins = { place: 'menu', order: 30, right: 'change' } as const
const join = (url: string): Action => ({ label: 'Samenvoegen', icon: 'arrows-join', kind: 'popup', url })

export const merging: ModulePart = {
  screens: Object.values(screens),
  records: [
    {
      type: 'merge',
      label: { one: 'samenvoeging', many: 'samenvoegingen' },
      area: contactsManageArea,
      table: 'merges',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
    },
  ],
  nav: [
    {
      label: 'Samengevoegd',
      icon: 'arrows-join',
      href: '/merged',
      setup: true,
      key: 's',
      area: contactsManageArea,
      order: 85,
    },
  ],
  jobs: {
    'merges.forget': async ({ id }, { db }) => inTransaction(db, null, (trx) => forgetMerge(trx, Number(id))),
  },
  gifts: [
    give(popupActions, [
      { ...joins, record: 'contact', area: contactsManageArea, action: ({ id }) => join(`/contacts/merge?ids=${id}`) },
      { ...joins, record: 'company', area: companiesArea, action: ({ id }) => join(`/companies/merge?ids=${id}`) },
    ]),
    give(openPoints, [contactDouble, companyDouble]),
    give(personData, [mergeData]),
  ],
}
