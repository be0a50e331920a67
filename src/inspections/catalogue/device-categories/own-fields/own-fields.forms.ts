import * as z from 'zod'
import { parsersOf } from '../../../../platform/fields/facts.ts'
import { version } from '../../../../platform/forms/fields.ts'
import { ownFieldFields } from './own-fields.fields.ts'

export const TOO_FEW_OPTIONS = 'Vul minimaal twee keuzes in, elk op een eigen regel.'

/** A field keeps only what its kind has. */
export const OwnFieldForm = z
  .object(parsersOf(ownFieldFields, 'name', 'kind', 'unit', 'options'))
  .transform((typed, ctx) => {
    if (typed.kind === 'choice' && typed.options.length < 2)
      ctx.addIssue({ code: 'custom', path: ['options'], message: TOO_FEW_OPTIONS })
    const unit = typed.kind === 'number' ? typed.unit : null
    return { ...typed, unit, options: typed.kind === 'choice' ? typed.options : [] }
  })
export type OwnFieldInput = z.output<typeof OwnFieldForm>

/** Of what kind it is stays: devices have values of that kind. */
export const OwnFieldEditForm = z.object({ ...parsersOf(ownFieldFields, 'name', 'unit', 'options'), version })
export type OwnFieldEdit = z.output<typeof OwnFieldEditForm>
