import * as z from 'zod'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { idList, parseDutchDate } from '../../../platform/forms/fields.ts'
import type { Search } from './kiosk.rules.ts'
import { LANGUAGES, type Language, textsOf } from './texts.contract.ts'

/** Of what is typed as a last name. */
export const LONGEST_NAME = 120

const language = z.enum(Object.keys(LANGUAGES) as [Language, ...Language[]]).catch('nl')
export const LanguageQuery = z.object({ language })
export const FindQuery = z.object({ possibleIds: idList(100), language })

/** @throws NotFound for another field, Invalid for what no such field can be */
export function askedOf(
  { field, value }: { field: string; value: string },
  { possibleIds, language: spoken }: z.output<typeof FindQuery>,
): Omit<Search, 'near'> {
  const among = possibleIds.length > 0 ? possibleIds : null
  const texts = textsOf(spoken)
  if (field === 'birthday') {
    const day = parseDutchDate(value)
    if (day === null) throw new Invalid({ value: [texts.noDate] })
    return { field, value: day, among }
  }
  if (field !== 'last_name') throw new NotFound()
  const name = value.trim()
  if (name === '' || name.length > LONGEST_NAME) throw new Invalid({ value: [texts.noName] })
  return { field, value: name, among }
}
