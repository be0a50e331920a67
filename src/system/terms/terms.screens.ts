import * as z from 'zod'
import { NotFound } from '../../platform/errors.ts'
import { checkbox } from '../../platform/forms/fields.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { noteAgreement } from '../accounts/index.ts'
import { termsArea } from './rights.ts'
import { TERMS_KEY } from './terms.ts'

const access = { area: termsArea, right: 'change' } as const
const AGREE_FIRST = 'Ga akkoord met de voorwaarden om verder te gaan'

/** Cannot be closed but by agreeing; the browser opens it where an administrator has not agreed yet. */
export const termsPopup = popup({
  ...access,
  right: 'view',
  path: '/terms',
  home: '/calendar',
  size: 'medium',
  secured: true,
  title: 'Gebruiksvoorwaarden',
  query: z.object({ key: z.string().max(64).default(TERMS_KEY) }),
  load: ({ query }) => {
    if (query.key !== TERMS_KEY) throw new NotFound('Voorwaarden')
    return { key: TERMS_KEY }
  },
  view: 'system/terms/terms',
  example: () => ({ query: { key: TERMS_KEY } }),
})

export const termsAgreed = action({
  ...access,
  path: '/terms/agreed',
  noUndo: 'account, right or secret',
  form: z.object({
    key: z.literal(TERMS_KEY, ':label is niet geldig.'),
    agree: checkbox.refine((agrees) => agrees, AGREE_FIRST),
  }),
  save: async ({ trx, viewer, form }) => {
    await noteAgreement(trx, viewer.id, form.key)
    return {
      changed: [{ type: 'user', id: viewer.id }],
      flash: { str: 'Dank u wel. Uw akkoord is vastgelegd.', type: 'success' },
      close: true,
    }
  },
  example: () => ({ form: { key: TERMS_KEY, agree: '1' } }),
})
