import { Readable } from 'node:stream'
import * as z from 'zod'
import { recordEvent } from '../../platform/database/history.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { file, fragment } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import type { Services } from '../../platform/services.ts'
import type { Story } from '../../platform/story.ts'
import { settingsArea } from '../settings/rights.ts'
import { anonymisePerson, blockersOf } from './person.commands.ts'
import { personPdf } from './person.files.ts'
import { collectPerson, planAnonymising } from './person.queries.ts'

const access = { area: settingsArea, record: 'contact', alsoRecords: { id: 'contact' } } as const
const example = (story: Story) => ({ params: { id: story.contacts.anouk } })

/** The tab on a contact: what is known about the person can be handed over, or be made nobody's. */
export const personTab = fragment({
  ...access,
  right: 'view',
  path: '/privacy/person/:id',
  pageAddress: '/contact/view/:id?item=privacy',
  view: 'system/privacy/person',
  load: async ({ params }) => ({ id: params.id }),
  example,
})

async function nameOf({ db, registry }: Services, id: number): Promise<string> {
  return (await registry.record('contact').names?.(db, [id]))?.get(id) ?? `persoon ${id}`
}

/** Collects the file and notes in the history that it was asked for, and by whom. */
async function handOver(services: Services, viewer: Viewer, id: number, format: string) {
  const sections = await collectPerson(services, id)
  await inTransaction(services.db, viewer, (trx) =>
    recordEvent(trx, viewer, { type: 'contact', id, action: 'person-file', details: { format } }),
  )
  return { name: await nameOf(services, id), sections }
}

export const personJson = file({
  ...access,
  right: 'view',
  path: '/privacy/person/:id/json',
  open: async ({ params, viewer, services }) => {
    const { name, sections } = await handOver(services, viewer, params.id, 'json')
    const data = {
      person: name,
      createdAt: new Date().toISOString(),
      ...Object.fromEntries(sections.map(({ key, rows }) => [key, rows])),
    }
    const content = Readable.from([JSON.stringify(data, null, 2)])
    return { name: `gegevens van ${name}.json`, mimeType: 'application/json', content }
  },
  example,
})

export const personPdfFile = file({
  ...access,
  right: 'view',
  path: '/privacy/person/:id/pdf',
  open: async ({ params, viewer, services }) => {
    const { name, sections } = await handOver(services, viewer, params.id, 'pdf')
    const content = personPdf(name, sections, new Date())
    return { name: `gegevens van ${name}.pdf`, mimeType: 'application/pdf', content }
  },
  example,
})

const WORD = 'anonimiseren'

export const personAnonymise = formPopup({
  ...access,
  right: 'change',
  path: '/privacy/anonymise/:id',
  noUndo: 'anonymised or retention',
  home: '/contacts',
  size: 'medium',
  load: async ({ db, viewer, params, services }) => ({
    name: await nameOf(services, params.id),
    plan: await planAnonymising(db, services.registry, params.id),
    blockers: await blockersOf(db, viewer, services.registry, params.id),
    word: WORD,
  }),
  title: ({ name }) => `${name} anonimiseren`,
  view: 'system/privacy/anonymise',
  form: z.object({
    word: z
      .string()
      .default('')
      .refine((typed) => typed.trim().toLowerCase() === WORD, `Typ het woord ${WORD} om te bevestigen.`),
  }),
  refusal: ({ blockers }) => blockers[0],
  submits: [{ label: 'Definitief anonimiseren', danger: true }],
  save: async ({ trx, viewer, params, services }) => {
    await anonymisePerson(trx, viewer, services, params.id)
    return {
      changed: [{ type: 'contact', id: params.id }],
      flash: { str: 'De gegevens van deze persoon zijn geanonimiseerd', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.contacts.quiet }, form: { word: WORD } }),
})
