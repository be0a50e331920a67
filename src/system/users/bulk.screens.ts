import * as z from 'zod'
import { ROLE } from '../../platform/access/roles.ts'
import { idList } from '../../platform/forms/fields.ts'
import { bulkAction } from '../../platform/screens/table/bulk.ts'
import { disableAccounts, lockAccounts } from '../accounts/index.ts'
import { userArea } from './rights.ts'
import { userFields } from './users.fields.ts'
import { planDisabling } from './users.plan.ts'

const ids = idList(1000).refine((chosen) => chosen.length > 0, 'Vink minimaal één gebruiker aan.')

/** Switches accounts off, and says why: the answer stands on each and in its history. */
export const [disableMany, disableManyPreview] = bulkAction({
  area: userArea,
  record: 'user',
  recordParam: null,
  right: 'change',
  home: '/users',
  path: '/users/bulk/disable',
  previewPath: '/users/bulk/disable/preview',
  noUndo: 'account, right or secret',
  words: {
    one: 'gebruiker',
    many: 'gebruikers',
    verb: 'uitschakelen',
    done: 'uitgeschakeld',
    will: { one: 'Wordt uitgeschakeld', many: 'Worden uitgeschakeld' },
  },
  danger: true,
  // Without a reason nothing is done: the question asks for it.
  form: z.object({ ids, reason: userFields.active_reason.parse.catch('') }),
  formRecords: { ids: 'user' },
  choices: { view: 'system/users/bulk-disable', load: () => ({}) },
  asks: ({ reason }) => (reason === '' ? 'Vul een reden in.' : null),
  plan: planDisabling,
  lock: ({ trx, viewer, form }) => lockAccounts(trx, viewer, form.ids),
  carryOut: async ({ trx, form }, plan) => {
    const going = plan.does.map(({ id }) => id)
    await disableAccounts(trx, going, form.reason)
    return { changed: going.map((id) => ({ type: 'user', id })) }
  },
  example: (story) => ({
    query: { ids: String(story.users[ROLE.teacher]!) },
    form: { reason: 'Werkt hier niet meer' },
  }),
})
