import { HttpError } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { lockRow } from '../../../platform/database/versioned.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { endLink, findLink, renewLink } from './link.commands.ts'
import { getQuotation } from './quotations.queries.ts'
import { quotationsArea } from './rights.ts'

const change = { area: quotationsArea, right: 'change' } as const
const access = { ...change, record: 'quotation' } as const
const CONCEPT = 'Een concept heeft nog geen link. Verstuur de offerte eerst.'

/** The link by which the customer reads a quotation and answers it. */
export const quotationLink = popup({
  ...access,
  path: '/administration/quotation/link/:id',
  home: '/administration/quotations',
  size: 'medium',
  load: async ({ db, params, services }) => {
    const quotation = await getQuotation(db, params.id)
    return {
      quotation,
      isConcept: quotation.status === 'concept',
      link: (await findLink(db, services.config, params.id))?.href ?? null,
    }
  },
  title: ({ quotation }) => `Link van ${quotation.uid}`,
  subtitle: ({ quotation }) => `${quotation.customer} · geldig tot en met ${formatDate(quotation.valid_until)}`,
  options: ({ quotation: { id, uid }, link }) =>
    link === null
      ? []
      : [
          {
            ...change,
            label: 'Nieuwe link maken',
            icon: 'refresh',
            kind: 'post',
            url: `/administration/quotation/make_link/${id}`,
            confirm: `Weet u zeker dat u een nieuwe link voor ${uid} wilt maken? De link die de klant heeft, werkt dan niet meer.`,
          },
          {
            ...change,
            label: 'Link uitzetten',
            icon: 'link-off',
            kind: 'post',
            url: `/administration/quotation/end_link/${id}`,
            confirm: `Weet u zeker dat u de link van ${uid} wilt uitzetten? De klant kan de offerte dan niet meer lezen en niet meer antwoorden.`,
          },
        ],
  view: 'administration/quotations/link',
  example: (story) => ({ params: { id: story.sales.sentQuotation } }),
})

const lockSent = async (trx: Trx, id: number): Promise<void> => {
  const { stage } = await lockRow(trx, 'quotations', id)
  if (stage === 'concept') throw new HttpError(409, CONCEPT)
}
const secret = { ...access, noUndo: 'account, right or secret' } as const

/** Makes the link; who has an earlier one can do nothing with it any more. */
export const quotationLinkMake = action({
  ...secret,
  path: '/administration/quotation/make_link/:id',
  save: async ({ trx, params, services }) => {
    await lockSent(trx, params.id)
    await renewLink(trx, services.config, params.id)
    return { changed: [{ type: 'quotation', id: params.id }], flash: { str: 'Link gemaakt', type: 'success' } }
  },
  example: (story) => ({ params: { id: story.sales.sentQuotation } }),
})

export const quotationLinkEnd = action({
  ...secret,
  path: '/administration/quotation/end_link/:id',
  save: async ({ trx, params }) => {
    await lockRow(trx, 'quotations', params.id)
    await endLink(trx, params.id)
    return { changed: [{ type: 'quotation', id: params.id }], flash: { str: 'Link uitgezet', type: 'success' } }
  },
  example: (story) => ({
    params: { id: story.sales.sentQuotation },
    first: [{ path: `/administration/quotation/make_link/${story.sales.sentQuotation}`, form: {} }],
  }),
})
