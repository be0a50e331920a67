import fc from 'fast-check'
import { ROLE } from '../../../src/platform/access/roles.ts'
import { bulkRun, rowsOf } from './frame.ts'

let made = 0

const room = fc.record({ active: fc.boolean(), capacity: fc.constantFrom(null, 8, 12), hired: fc.boolean() })
const onRooms = (path: string, choice: fc.Arbitrary<Record<string, string>>) =>
  bulkRun({
    path,
    drawn: fc.record({ rooms: fc.array(room, { minLength: 1, maxLength: 5 }), choice }),
    make: async (app, { rooms, choice: choices }) => {
      const names = new Map<number, string>()
      for (const one of rooms) {
        const name = `gekozen lokaal ${++made}`
        const { id } = await app.db
          .insertInto('rooms')
          .values({ establishment_id: app.story.establishments.zwolle, name, ...one })
          .returning('id')
          .executeTakeFirstOrThrow()
        names.set(id, name)
      }
      return { names, choices }
    },
    state: rowsOf('rooms', 'active, capacity, hired, hire_contact, option_until'),
  })

const onTasks = bulkRun({
  path: '/tasks/bulk/done',
  drawn: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
  make: async (app, tasks) => {
    const names = new Map<number, string>()
    for (const done of tasks) {
      const title = `gekozen taak ${++made}`
      const { id } = await app.db
        .insertInto('tasks')
        .values({ title, kind: 'own', day: '2030-01-01', done, done_at: done ? new Date() : null })
        .returning('id')
        .executeTakeFirstOrThrow()
      names.set(id, title)
    }
    return { names, choices: {} }
  },
  state: rowsOf('tasks', 'done, done_by'),
})

const onConflicts = bulkRun({
  path: '/outbox/conflicts/bulk/keep',
  drawn: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
  make: async (app, conflicts) => {
    const names = new Map<number, string>()
    for (const settled of conflicts) {
      const label = `gekozen verschil ${++made}`
      const { id } = await app.db
        .insertInto('conflicts')
        .values({
          key: `gekozen-verschil-nr-${made}`,
          label,
          url: '/tasks/add',
          fields: '[]',
          message: '',
          happened_at: new Date(),
          ...(settled ? { outcome: 'taken', settled_at: new Date() } : {}),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      names.set(id, label)
    }
    return { names, choices: {} }
  },
  state: rowsOf('conflicts', 'outcome, settled_by'),
})

export const SYSTEM = [
  onTasks,
  onConflicts,
  onRooms('/settings/rooms/bulk/deactivate', fc.constant({})),
  onRooms(
    '/settings/rooms/bulk/field',
    fc.constantFrom<Record<string, string>>(
      { field: 'capacity', capacity: '12' },
      { field: 'capacity', capacity: '' },
      { field: 'option_until', option_until: '01-03-2030' },
    ),
  ),
  bulkRun({
    path: '/users/bulk/disable',
    drawn: fc.record({
      users: fc.array(fc.record({ active: fc.boolean(), isAdministrator: fc.boolean() }), { minLength: 1, maxLength: 5 }), // prettier-ignore
      withMe: fc.boolean(),
    }),
    make: async (app, { users, withMe }) => {
      const me = app.story.users[ROLE.administrator]!
      const { rows } = await app.pool.query<{ name: string }>('select name from users where id = $1', [me])
      const names = new Map<number, string>(withMe ? [[me, rows[0]!.name]] : [])
      for (const { active, isAdministrator } of users) {
        const name = `Gekozen gebruiker ${++made}`
        const roles = [isAdministrator ? ROLE.administrator : ROLE.scheduler]
        const { id } = await app.db
          .insertInto('users')
          .values({ name, email: `gekozen${made}@noordkaap.example`, roles, active })
          .returning('id')
          .executeTakeFirstOrThrow()
        names.set(id, name)
      }
      return { names, choices: { reason: 'Project afgelopen' } }
    },
    state: rowsOf('users', 'active, blocked, active_reason'),
  }),
]
