import { sql } from 'kysely'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { preview } from '../../platform/screens/form/preview.ts'
import { raw } from '../../platform/screens/call/raw.ts'
import { signedIn } from '../../platform/screens/screen.ts'
import { userSelfArea } from '../../system/accounts/rights.ts'
import { readSetting } from '../../system/settings/index.ts'
import { setStyle } from './companies.commands.ts'
import { StyleForm, StylePreviewForm } from './companies.forms.ts'
import { getCompany } from './companies.queries.ts'
import { companiesArea } from './rights.ts'
import { STYLE_SCOPE, checkStyle } from './style.rules.ts'

const access = { area: companiesArea, record: 'company' } as const

/** How Noordkaap looks to the people of one company (T-031). */
export const companyStyle = formPopup({
  ...access,
  right: 'change',
  path: '/companies/:id/style',
  home: '/companies',
  size: 'xlarge',
  load: async ({ db, params }) => ({ company: await getCompany(db, params.id) }),
  title: ({ company }) => `Huisstijl van ${company.name}`,
  view: 'relations/companies/style',
  form: StyleForm,
  version: ({ company }) => company.version,
  save: async ({ trx, params, form }) => {
    await setStyle(trx, params.id, form)
    return { changed: [{ type: 'company', id: params.id }], flash: { str: 'Wijziging opgeslagen', type: 'success' } }
  },
  example: (story) => ({ params: { id: story.companies.deLinde }, form: { css: '.button { color: #123456; }' } }),
})

/** The style as it would be served, or what is wrong with it; nothing is kept. */
export const stylePreview = preview({
  ...access,
  right: 'change',
  path: '/companies/:id/style/preview',
  form: StylePreviewForm,
  load: ({ form }) => checkStyle(form.css),
  example: (story) => ({ params: { id: story.companies.deLinde } }),
})

/** The organisation's picture above the first page; its name has been checked when it was saved. */
const pictureStyle = (name: string): string =>
  `.${STYLE_SCOPE}:has(>[data-front])::before{content:'';display:block;block-size:9rem;margin-block-end:1rem;` +
  `border-radius:.5rem;background:url('/welcome-picture?v=${name}') center/cover}@media print{.${STYLE_SCOPE}::before{display:none}}`

/** The style of the viewer's own company, limited to the content of the page; empty for everyone else. */
export const ownStyle = raw({
  path: '/company/style.css',
  kind: 'text',
  methods: ['GET'],
  area: userSelfArea,
  right: 'view',
  handle: async ({ res, viewer, services }) => {
    const { contactId, meta } = signedIn(viewer)
    const row = await services.db
      .selectFrom('contacts')
      .innerJoin('companies', 'companies.id', 'contacts.company_id')
      .select(['companies.style_css', 'companies.show_bing_image'])
      .where('contacts.id', '=', sql<number>`${contactId}`)
      .executeTakeFirst()
    const { welcome_picture: picture } = await readSetting(services.db, 'organisation')
    // The company decides for its people, and everybody for themselves (P-127).
    const shown = picture !== '' && (row?.show_bing_image ?? false) && meta.show_background_to_me !== '0'
    res
      .set('Cache-Control', 'private, no-cache')
      .type('css')
      .send(checkStyle(row?.style_css ?? '').css + (shown ? pictureStyle(picture) : ''))
  },
})
