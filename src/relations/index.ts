import { sql, type SqlBool } from 'kysely'
import type { Manifest } from '../platform/manifest.ts'
import {
  companiesVisibleTo,
  companyNames,
  companyPreventors,
  companyScreens,
  companySearch,
  companySelector,
} from './companies/index.ts'
import {
  contactNameSql,
  contactNames,
  contactScreens,
  contactSearch,
  contactSelector,
  contactsVisibleTo,
  skillSelector,
} from './contacts/index.ts'
import { contactAudience } from './audience.ts'
import { tellRelations } from './story.ts'

export const relations: Manifest = {
  name: 'relations',
  screens: [...companyScreens, ...contactScreens],
  selectors: [companySelector, contactSelector, skillSelector],
  records: [
    {
      type: 'company',
      label: { one: 'bedrijf', many: 'bedrijven' },
      area: 'companies',
      table: 'companies',
      visibleTo: companiesVisibleTo,
      open: '/company/view/{id}',
      carriesNotes: true,
      names: companyNames,
      nameSql: sql<string>`companies.name`,
      emailSql: sql<string | null>`companies.email`,
    },
    {
      type: 'contact',
      label: { one: 'contact', many: 'contacten' },
      area: 'contacts',
      table: 'contacts',
      visibleTo: contactsVisibleTo,
      open: '/contact/view/{id}',
      carriesNotes: true,
      names: contactNames,
      nameSql: contactNameSql,
      emailSql: sql<string | null>`contacts.email`,
    },
    {
      type: 'skill',
      label: { one: 'vaardigheid', many: 'vaardigheden' },
      area: 'courses',
      table: 'skills',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
    },
  ],
  audiences: [contactAudience],
  preventors: [{ record: 'company', reasons: companyPreventors }],
  search: [companySearch, contactSearch],
  nav: [
    { group: 'Relaties', label: 'Contacten', icon: 'users', href: '/contacts', area: 'contacts', order: 30 },
    { group: 'Relaties', label: 'Bedrijven', icon: 'building', href: '/companies', area: 'companies', order: 31 },
  ],
  create: [
    { action: { label: 'Contact', icon: 'user-plus', kind: 'popup', url: '/contact/add' }, area: 'contacts-manage' },
    { action: { label: 'Bedrijf', icon: 'building', kind: 'popup', url: '/company/add' }, area: 'companies' },
  ],
  constraints: {
    client_ids_pkey: { field: 'client_id', message: 'Dit debiteurnummer is al bezet.' },
    users_email_key: { field: 'email', message: 'Er is al een account met dit e-mailadres.' },
  },
  story: tellRelations,
}
