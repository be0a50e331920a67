import { Invalid } from '../../../platform/errors.ts'
import { today } from '../../../platform/format/zone.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { lockRow } from '../../../platform/database/versioned.ts'
import { endLink, makeLink } from './link.ts'
import { agreementsArea } from './rights.ts'

const access = {
  area: agreementsArea,
  record: 'agreement',
  right: 'change',
  noUndo: 'account, right or secret',
} as const

/** Makes the link of an agreement; who has an earlier one can do nothing with it any more. */
export const linkMake = action({
  ...access,
  path: '/agreements/:id/link',
  save: async ({ trx, params, services }) => {
    const { ends_on } = await lockRow(trx, 'training_agreements', params.id)
    if (ends_on < today()) throw new Invalid({ ends_on: ['De overeenkomst is afgelopen. Wijzig eerst de einddatum.'] })
    const had = await makeLink(trx, services.config, params.id)
    return {
      changed: [{ type: 'agreement', id: params.id }],
      flash: { str: had ? 'De oude link werkt niet meer' : 'Link gemaakt', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.agreements.deLinde } }),
})

export const linkEnd = action({
  ...access,
  path: '/agreements/:id/link/end',
  save: async ({ trx, params }) => {
    await lockRow(trx, 'training_agreements', params.id)
    await endLink(trx, params.id)
    return { changed: [{ type: 'agreement', id: params.id }], flash: { str: 'Link beëindigd', type: 'success' } }
  },
  example: (story) => ({
    params: { id: story.agreements.deLinde },
    first: [{ path: `/agreements/${story.agreements.deLinde}/link`, form: {} }],
  }),
})
