import * as z from 'zod'
import { checkbox, version } from '../../platform/forms/fields.ts'
import { LEAST_CONTRAST, readability } from './statuses.rules.ts'

const dutch = (value: number) => (Math.floor(value * 10) / 10).toLocaleString('nl-NL')

const color = z
  .string()
  .default('')
  .transform((value) => value.trim().toLowerCase())

const status = z.object({ key: z.string().max(40), own: checkbox, color }).transform(({ key, own, color }, ctx) => {
  if (!own) return { key, color: null }
  const fail = (message: string) => ctx.addIssue({ code: 'custom', path: ['color'], message })
  if (!/^#[0-9a-f]{6}$/.test(color)) fail(':label is geen kleur.')
  else {
    const { contrast, theme } = readability(color)
    if (contrast < LEAST_CONTRAST)
      fail(
        `Tekst in deze kleur is niet goed leesbaar: het contrast is ${dutch(contrast)} en moet ${dutch(LEAST_CONTRAST)} zijn. Kies een ${theme === 'light' ? 'donkerdere' : 'lichtere'} kleur.`,
      )
  }
  return { key, color }
})

export const StatusColorsForm = z.object({ version, statuses: z.array(status).min(1).max(20) })
export type StatusColor = z.output<typeof StatusColorsForm>['statuses'][number]
