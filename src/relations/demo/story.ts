import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import { ROLE, type RoleId } from '../../platform/access/roles.ts'
import type { Story } from '../../platform/story.ts'
import { addUser, hashPassword, noteAgreement } from '../../system/accounts/index.ts'
import { TERMS_KEY } from '../../system/terms/index.ts'
import { FIRST_NAMES, LAST_NAMES, PEOPLE, STREETS, localPart } from './story-named-people.ts'
import { MORE_COMPANIES } from './story-more-companies.ts'
import { COMPANIES } from './story-companies.ts'
import { CROWD } from './story-people.ts'

declare module '../../platform/story.ts' {
  interface Story {
    companies: { own: number; deLinde: number; thuiszorg: number; vanLoon: number; kuipers: number; twente: number }
    contacts: {
      administrator: number
      planner: number
      teacher: number
      otherTeacher: number
      supervisor: number
      student: number
      lotus: number
      anouk: number
      gerrit: number
      /** Enrolled in nothing. */
      quiet: number
    }
    /** Users by role id. */
    users: Record<number, number>
    /** Whose account is of no contact. */
    userWithoutContact: number
    /** Ids of people who can be enrolled, with their company (null: a private person). */
    students: { id: number; companyId: number | null }[]
    /** Told by training, which knows the courses. */
    courseLines: { bhvOfDeLinde: number }
    skills: { bhv: number; ehbo: number; vca: number; forklift: number; electricity: number }
  }
}

/** The password of all demo accounts (rulings 2); it exists in demo mode only. */
const DEMO_PASSWORD = 'noordkaap-demo'
const EXTRA_STUDENTS = 52

/** Jolanda Smit does not lead the whole of Metaalwerken Twente: a colleague and two more are linked to her by name. */
const BY_NAME = [17, 34, 45]

const ACCOUNTS: { local: string; person: keyof Story['contacts'] | null; name: string; roles: RoleId[] }[] = [
  { local: 'beheer', person: 'administrator', name: 'Marieke de Boer', roles: [ROLE.administrator] },
  { local: 'planner', person: 'planner', name: 'Sanne Willems', roles: [ROLE.scheduler] },
  { local: 'docent', person: 'teacher', name: 'Jeroen van Dijk', roles: [ROLE.teacher] },
  { local: 'leidinggevende', person: 'supervisor', name: 'Fenna Dijkstra', roles: [ROLE.supervisor] },
  { local: 'cursist', person: 'student', name: 'Bram ter Linde', roles: [ROLE.student] },
  { local: 'lotus', person: 'lotus', name: 'Olaf Meijer', roles: [ROLE.lotus] },
]

/** Companies, people and accounts of the demo: an organisation for BHV, EHBO, VCA, heftruck and NEN 3140. */
export async function seedRelations(trx: Trx, story: Story): Promise<void> {
  await trx
    .insertInto('companies')
    .values([...COMPANIES, ...MORE_COMPANIES])
    .execute()
  story.companies = { own: 1, deLinde: 2, thuiszorg: 3, vanLoon: 4, kuipers: 5, twente: 6 }

  await trx
    .insertInto('skills')
    .values(['BHV', 'EHBO', 'VCA', 'Heftruck', 'NEN 3140'].map((name, i) => ({ id: i + 1, name })))
    .execute()
  story.skills = { bhv: 1, ehbo: 2, vca: 3, forklift: 4, electricity: 5 }

  story.contacts = {
    administrator: 1,
    planner: 2,
    teacher: 3,
    otherTeacher: 4,
    supervisor: 12,
    student: 11,
    lotus: 6,
    anouk: 10,
    gerrit: 14,
    quiet: 200,
  }
  const people = [...PEOPLE, ...extraPeople()].map((person) => ({ ...person, ...demoAccountOf(story, person.id) }))
  await trx.insertInto('contacts').values(people).execute()
  await trx.insertInto('contacts').values(CROWD).execute()
  await sql`
    insert into contact_companies (contact_id, company_id)
    select id, company_id from contacts where company_id is not null order by id
  `.execute(trx)
  // The person to ask for is who leads the people there.
  await sql`
    update companies set contact_person_id = leader.id
    from (select distinct on (company_id) company_id, id from contacts where roles @> array[${sql.lit(ROLE.supervisor)}] order by company_id, id) leader
    where leader.company_id = companies.id and companies.id >= ${MORE_COMPANIES[0]!.id}
  `.execute(trx)
  await trx
    .insertInto('supervisions')
    .values(BY_NAME.map((contact_id) => ({ supervisor_id: 16, contact_id })))
    .execute()
  await trx
    .insertInto('contact_skills')
    .values([
      ...[1, 2, 3].map((skill_id) => ({ contact_id: 3, skill_id })),
      ...[1, 2].map((skill_id) => ({ contact_id: 4, skill_id })),
      ...[3, 4, 5].map((skill_id) => ({ contact_id: 7, skill_id })),
    ])
    .execute()
  story.students = people
    .filter((person) => person.id >= 10)
    .map(({ id, company_id }) => ({ id, companyId: company_id ?? null }))
  await seedAccounts(trx, story)
  for (const table of ['companies', 'skills', 'contacts'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      trx,
    )
  await sql`select setval('client_id_series', (select max(client_id) from client_ids))`.execute(trx)
}

/** Whoever has an account of the demo has its address too, so that saving the contact leaves the account as it is. */
function demoAccountOf(story: Story, contact: number) {
  const account = ACCOUNTS.find(({ person }) => person !== null && story.contacts[person] === contact)
  return account ? { gets_account: true, email: `${account.local}@noordkaap.example` } : { gets_account: false }
}

async function seedAccounts(trx: Trx, story: Story): Promise<void> {
  const password_hash = await hashPassword(DEMO_PASSWORD)
  story.users = {}
  for (const { local, person, name, roles } of ACCOUNTS) {
    const user = await addUser(trx, {
      email: `${local}@noordkaap.example`,
      name,
      roles,
      contactId: person === null ? null : story.contacts[person],
      password_hash,
    })
    if (roles.includes(ROLE.administrator)) await noteAgreement(trx, user, TERMS_KEY)
    story.users[roles[0]!] = user
  }
  story.userWithoutContact = await addUser(trx, {
    email: 'support@noordkaap.example',
    name: 'Helpdesk Noordkaap',
    roles: [ROLE.teacher],
    isSupport: true,
    password_hash,
  })
}

/** People of the companies, drawn from fixed lists so that every start tells the same story. */
function extraPeople() {
  return Array.from({ length: EXTRA_STUDENTS }, (_, i) => {
    const [last_name_prefix, last_name] = LAST_NAMES[(i * 7) % LAST_NAMES.length]!
    const [first_name, gender] = FIRST_NAMES[i % FIRST_NAMES.length]!
    const company_id = i % 9 === 8 ? null : 2 + (i % (COMPANIES.length - 1))
    const id = 30 + i
    const [street, postal_code, city] = STREETS[i % STREETS.length]!
    return {
      id,
      first_name,
      initials: `${first_name[0]}.`,
      last_name_prefix,
      last_name,
      gender,
      roles: [ROLE.student],
      birth_date: `${1962 + ((i * 11) % 43)}-${String(1 + ((i * 5) % 12)).padStart(2, '0')}-${String(1 + ((i * 13) % 28)).padStart(2, '0')}`,
      email: `${localPart(first_name, last_name_prefix, last_name)}${i}@post.example`,
      mobile_phone: `06 1234 ${String(5600 + i)}`,
      company_id,
      client_id: company_id === null ? 20_200 + i : null,
      street,
      street_no: String(2 + ((i * 3) % 90)),
      postal_code,
      city,
    }
  })
}
