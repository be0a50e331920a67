import { sql } from 'kysely'
import { areaManifest } from '../platform/area.ts'
import { blockers } from '../platform/blockers.ts'
import { ROLE } from '../platform/access/roles.ts'
import { isStaff } from '../platform/access/viewer.ts'
import type { Manifest, ModulePart } from '../platform/manifest.ts'
import { mergeStrategies } from '../platform/merging.ts'
import { give } from '../platform/points.ts'
import { ownStyles } from '../platform/screens/page.ts'
import { popupActions } from '../platform/screens/popup/popup-actions.ts'
import { popupTabs } from '../platform/screens/popup/popup-tabs.ts'
import { searchSources } from '../platform/search/search.ts'
import { restorings } from '../platform/undo/points.ts'
import { accountEmailFollowers } from '../system/accounts/points.ts'
import { historyLabels } from '../system/history/points.ts'
import { firstSteps } from '../system/calendar/points.ts'
import { layoutKinds } from '../system/layouts/points.ts'
import { audiences } from '../system/messages/points.ts'
import { personData } from '../system/privacy/points.ts'
import { settingsArea } from '../system/settings/index.ts'
import { settingsTabs } from '../system/settings/points.ts'
import { contactAudience, contactPersonAudience } from './audiences/index.ts'
import {
  companiesVisibleTo,
  companyDisableBlockers,
  companyFields,
  companyNames,
  companyBlockers,
  companyRestoring,
  companyScreens,
  companySearch,
  companySelector,
  courseLineFields,
  courseLinesVisibleTo,
} from './companies/index.ts'
import { companiesArea } from './companies/rights.ts'
import {
  accountRestoring,
  addressLabels,
  contactData,
  contactFields,
  nameText,
  contactNames,
  contactRestoring,
  contactScreens,
  contactSearch,
  contactSelector,
  contactStep,
  contactsVisibleTo,
  firstContactStep,
  hasSupervisor,
  skillSelector,
  takeAccountEmail,
  relationLabels,
  relationMerges,
} from './contacts/index.ts'
import { contactsArea, contactsManageArea } from './contacts/rights.ts'
import { merging } from './merging/index.ts'
import { importing } from './importing/index.ts'
import { availability } from './availability/index.ts'
import { bookings } from './bookings/index.ts'
import { skills } from './skills/index.ts'
import { seedRelations } from './demo/index.ts'

const own: ModulePart = {
  screens: [...companyScreens, ...contactScreens],
  selectors: [companySelector, contactSelector, skillSelector],
  records: [
    {
      type: 'contact',
      label: { one: 'contact', many: 'contacten' },
      area: contactsArea,
      table: 'contacts',
      visibleTo: contactsVisibleTo,
      open: '/contact/view/{id}',
      fields: contactFields,
      carries: ['notes', 'documents', 'messages', 'tasks'],
      names: contactNames,
      nameSql: nameText,
      emailSql: sql<string | null>`contacts.email`,
    },
    {
      type: 'company',
      label: { one: 'bedrijf', many: 'bedrijven' },
      area: companiesArea,
      table: 'companies',
      visibleTo: companiesVisibleTo,
      open: '/company/view/{id}',
      fields: companyFields,
      carries: ['notes', 'documents', 'messages', 'tasks'],
      names: companyNames,
      nameSql: sql<string>`companies.name`,
      emailSql: sql<string | null>`companies.email`,
    },
    {
      type: 'company-course-line',
      label: { one: 'factuurregel', many: 'factuurregels' },
      history: false,
      area: companiesArea,
      table: 'company_course_lines',
      visibleTo: courseLinesVisibleTo,
      open: '/companies/courseLine/{id}',
      fields: courseLineFields,
    },
  ],
  navGroups: [{ key: 'teachers', label: 'Docenten', icon: 'user-star', order: 40 }],
  nav: [
    {
      label: 'Contacten',
      icon: 'users',
      href: '/contacts',
      synonyms: ['deelnemers', 'cursisten', 'personen'],
      key: 'c',
      area: contactsArea,
      order: 50,
      lists: { supervisor: { order: 3, label: 'Medewerkers' } },
    },
    {
      label: 'Bedrijven',
      icon: 'building',
      href: '/companies',
      key: 'b',
      area: companiesArea,
      order: 60,
      lists: { supervisor: { order: 1, label: 'Mijn bedrijven' } },
    },
  ],
  create: [
    {
      action: {
        label: 'Contact',
        icon: 'user-plus',
        kind: 'popup',
        url: '/contact/add',
        synonyms: ['persoon', 'cursist', 'docent'],
      },
      command: 'Nieuw contact',
      key: 'c',
      area: contactsManageArea,
    },
    {
      action: {
        label: 'Bedrijf',
        icon: 'building',
        kind: 'popup',
        url: '/company/add',
        synonyms: ['klant', 'relatie'],
      },
      command: 'Nieuw bedrijf',
      key: 'b',
      area: companiesArea,
    },
  ],
  constraints: {
    client_ids_pkey: { field: 'client_id', message: 'Dit debiteurnummer is al bezet.' },
    companies_tree: { field: 'parent_id', message: 'Een bedrijf kan niet onder zichzelf vallen.' },
    company_course_lines_company_id_course_id_key: {
      field: 'course_id',
      message: 'Dit bedrijf heeft al een regel voor deze opleiding.',
    },
    users_email_key: { field: 'email', message: 'Er is al een account met dit e-mailadres.' },
  },
  story: seedRelations,
  gifts: [
    // Staff works in Noordkaap's own colours, the people of a company in those of the company.
    give(ownStyles, [(viewer) => (viewer.contactId !== null && !isStaff(viewer) ? '/company/style.css' : null)]),
    give(settingsTabs, [
      {
        area: settingsArea,
        key: 'contact-fields',
        page: 'organisation',
        label: 'Contactvelden',
        icon: 'forms',
        order: 60,
        url: '/settings/contact-fields',
      },
    ]),
    give(accountEmailFollowers, [takeAccountEmail]),
    give(audiences, [contactAudience, contactPersonAudience]),
    give(popupTabs, [
      {
        record: 'contact',
        key: 'supervisors',
        label: 'Leidinggevenden',
        icon: 'user-star',
        area: contactsArea,
        order: 40,
        url: (id) => `/contact/${id}/supervisors`,
        filled: hasSupervisor,
      },
    ]),
    give(firstSteps, [
      {
        order: 30,
        label: 'Docenten en cursisten',
        text: 'Voeg contacten toe; een lijst van een klant leest u bij het inschrijven in.',
        done: sql<boolean>`exists (select 1 from contacts where roles && array[${sql.lit(ROLE.teacher)}, ${sql.lit(ROLE.student)}])`,
        href: '/contact/add',
        area: contactsManageArea,
        popup: true,
      },
    ]),
    give(blockers, [
      { record: 'company', what: 'delete', reasons: companyBlockers },
      { record: 'company', what: 'disable', among: companyDisableBlockers },
    ]),
    give(mergeStrategies, relationMerges),
    give(restorings, [contactRestoring, accountRestoring, companyRestoring]),
    give(popupActions, [firstContactStep, contactStep]),
    give(layoutKinds, addressLabels),
    give(searchSources, [companySearch, contactSearch]),
    give(historyLabels, [relationLabels]),
    give(personData, [contactData]),
  ],
}

export const relations: Manifest = areaManifest('relations', [own, skills, availability, bookings, merging, importing])
