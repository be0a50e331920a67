import { colour } from '../../../platform/fields/kinds.ts'
import { LEAST_CONTRAST, contrastText } from '../../../platform/format/contrast.ts'
import { readability } from './statuses.rules.ts'

const any = colour('Kleur')

/** What may be chosen of a status. */
export const statusFields = {
  color: {
    ...any,
    parse: any.parse.superRefine((color, ctx) => {
      const { contrast, theme } = readability(color)
      if (contrast < LEAST_CONTRAST)
        ctx.addIssue({
          code: 'custom',
          message: `Tekst in deze kleur is niet goed leesbaar: het contrast is ${contrastText(contrast)} en moet ${contrastText(LEAST_CONTRAST)} zijn. Kies een ${theme === 'light' ? 'donkerdere' : 'lichtere'} kleur.`,
        })
    }),
  },
}
