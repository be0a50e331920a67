import * as z from 'zod'
import { checkbox, email, longText, optionalText, text } from '../../../platform/forms/fields.ts'
import { personShape, withoutBsn } from './registrations.forms.ts'

/** People who are signed up by one form at most. */
export const MOST_BY_FORM = 10

const NOBODY = 'Vul minimaal één cursist in.'
/** Rows of the form come with holes where one was taken out; never walked by length, which may be anything. */
const persons = z
  .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .default([])
  .transform((given) => Object.values(given).filter((row) => row !== undefined))
  .pipe(
    z
      .array(z.object({ ...personShape, email }))
      .min(1, NOBODY)
      .max(MOST_BY_FORM, `Meld hooguit ${MOST_BY_FORM} cursisten tegelijk aan.`),
  )

const sent = z.object({
  _once: z.string().regex(/^[\w-]{16,64}$/, 'Open deze pagina opnieuw.'),
  kind: z.enum(['business', 'private'], 'Kies zakelijk of particulier.'),
  company_name: optionalText(150).default(''),
  coc_no: optionalText(12).default(''),
  sender_name: text(200),
  sender_email: email,
  sender_phone: optionalText(30).default(''),
  reference: optionalText(100).default(''),
  remark: longText(2000).default(''),
  terms: checkbox,
  express: checkbox,
  persons,
})

/** What a visitor fills in on the website. */
export const SignUpForm = withoutBsn(
  sent
    .refine(({ terms }) => terms, { path: ['terms'], message: 'Ga akkoord met de voorwaarden.' })
    .refine(({ kind, company_name }) => kind === 'private' || company_name !== '', {
      path: ['company_name'],
      message: 'Vul de naam van uw bedrijf in.',
    }),
)
export type SignUp = z.output<typeof SignUpForm>
