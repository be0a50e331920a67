import { may } from '../../../../platform/access/viewer.ts'
import { formatMoney } from '../../../../platform/format/format.ts'
import { fragment } from '../../../../platform/screens/call/calls.ts'
import { page } from '../../../../platform/screens/page.ts'
import { accountingArea } from '../../ledger/rights.ts'
import { owedText } from '../../../sales/claims/index.ts'
import { listFailedBeside } from './charges.queries.ts'

const HOME = '/accounting/beside'
const access = { area: accountingArea } as const

/** What was paid of costs and interest and could not be booked, with the reason. */
export const besidePage = page({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Boekfouten van kosten en rente',
  view: 'administration/accounting/beside',
  load: () => ({}),
  example: () => ({}),
})

export const besideList = fragment({
  ...access,
  right: 'view',
  path: `${HOME}/list`,
  pageAddress: HOME,
  view: 'administration/accounting/beside-list',
  load: async ({ db, viewer }) => ({
    changes: may(viewer, accountingArea, 'change'),
    rows: (await listFailedBeside(db)).map((row) => ({
      ...row,
      what: owedText({ costs: Math.abs(row.costs), interest: Math.abs(row.interest) }),
      sum: formatMoney(row.costs + row.interest),
    })),
  }),
  example: () => ({}),
})
