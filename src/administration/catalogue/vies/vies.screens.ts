import { may } from '../../../platform/access/viewer.ts'
import { formatDateTime } from '../../../platform/format/format.ts'
import { action, fragment } from '../../../platform/screens/call/calls.ts'
import { customerTermsArea } from '../customers/rights.ts'
import { debtorOf } from '../customers/index.ts'
import { reachesVies } from './vies.adapter.ts'
import { checkVatId } from './vies.commands.ts'
import { lastCheck } from './vies.queries.ts'

const access = { area: customerTermsArea, record: 'company' } as const

/** What the register of the union knows of a company's number: a part of its tab Facturatie. */
export const viesBlock = fragment({
  ...access,
  right: 'view',
  path: '/company/:id/vies',
  pageAddress: '/company/view/:id?item=billing',
  view: 'administration/vies/block',
  load: async ({ db, params, viewer, services }) => {
    const check = await lastCheck(db, params.id)
    return {
      id: params.id,
      debtor: await debtorOf(db, 'company', params.id),
      check: check && { ...check, at: formatDateTime(check.checked_at) },
      asks: reachesVies(services) && may(viewer, customerTermsArea, 'change'),
    }
  },
  example: (story) => ({ params: { id: story.companies.deLinde } }),
})

/** Asks the register now. */
export const viesCheck = action({
  ...access,
  right: 'change',
  path: '/company/:id/vies/check',
  noUndo: 'accepted by an outside system',
  precheck: ({ db, params, services }) => checkVatId(services, db, params.id),
  save: async ({ trx, params }) => {
    const check = await lastCheck(trx, params.id)
    return {
      changed: [{ type: 'company', id: params.id }],
      flash: check?.valid
        ? { str: 'Btw-id klopt volgens VIES', type: 'success' }
        : { str: 'Dit btw-id is bij VIES niet bekend.', type: 'error' },
    }
  },
  // An installation without an address of the register asks nobody.
  example: () => null,
})
