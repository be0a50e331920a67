import { type SqlBool, sql } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { searchSources } from '../../../platform/search/search.ts'
import { attention } from '../../../system/attention/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import * as api from './api.screens.ts'
import { entryData } from './person-data.ts'
import { entriesAttention, signedUp } from './planning.todo.ts'
import { entryFields } from './registrations.fields.ts'
import { forgetEntries } from './registrations.job.ts'
import { entryNames } from './registrations.queries.ts'
import * as screens from './registrations.screens.ts'
import { entrySearch } from './registrations.search.ts'
import { registrationsArea } from './rights.ts'
import { seedEntries } from './story.ts'
import { giveLicenses } from './waiting.job.ts'
import * as website from './website.screens.ts'

/** Who was signed up from outside, until a planner enrols them. */
export const registrations: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(api), ...Object.values(website)],
  records: [
    {
      type: 'entry',
      label: { one: 'registratie', many: 'registraties' },
      area: registrationsArea,
      table: 'entries',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/registrations/view/{id}',
      fields: entryFields,
      names: entryNames,
    },
  ],
  nav: [
    {
      group: 'students',
      label: 'Registraties',
      icon: 'inbox',
      href: '/registrations',
      area: registrationsArea,
      order: 1,
      waits: 'entries',
      synonyms: ['aanmeldingen', 'website', 'inschrijvingen'],
    },
  ],
  jobs: { 'entries.forget': forgetEntries, 'entries.licenses': giveLicenses },
  crons: { 'entries.forget': '40 3 * * *', 'entries.licenses': '* * * * *' },
  story: seedEntries,
  gifts: [
    give(openPoints, [signedUp]),
    give(attention, entriesAttention),
    give(searchSources, [entrySearch]),
    give(personData, [entryData]),
    give(mergeStrategies, [
      { record: 'contact', table: 'entries', column: 'contact_id', merges: 'moves' },
      { record: 'company', table: 'entries', column: 'company_id', merges: 'moves' },
    ]),
  ],
}
