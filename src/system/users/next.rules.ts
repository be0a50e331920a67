/** What an account asks for as it stands. */
import { PLANNERS } from '../../platform/access/roles.ts'
import type { Action } from '../../platform/screens/models.ts'
import type { Step } from '../../platform/screens/popup/next-step.ts'
import type { OpenLine } from '../../platform/screens/popup/open-points.ts'
import { userArea } from './rights.ts'

export interface StandingUser {
  id: number
  name: string
  active: boolean
  has_password: boolean
  two_step: boolean
  roles: readonly number[]
}

const change = { area: userArea, right: 'change' } as const

/** A link with which somebody chooses a password, or another one. */
export const passwordLink = ({ id, name, has_password }: StandingUser): Action => ({
  label: has_password ? 'Wachtwoord opnieuw instellen' : 'Uitnodiging opnieuw sturen',
  icon: has_password ? 'key' : 'send',
  kind: 'post',
  url: '/user/reset_password',
  fields: { id: String(id) },
  confirm: has_password
    ? `Weet u zeker dat u het wachtwoord van ${name} opnieuw wilt instellen?`
    : `Weet u zeker dat u ${name} opnieuw wilt uitnodigen? De link in de vorige e-mail werkt dan niet meer.`,
})

/** Who never got in is invited once more, and who was switched off can be let in again. */
export function userSteps(user: StandingUser, isOwn: boolean): Step[] {
  if (!user.active)
    return [
      {
        ...change,
        label: 'Inschakelen',
        icon: 'circle-check',
        kind: 'popup',
        url: `/user/enable/${user.id}`,
        next: true,
      },
    ]
  return user.has_password || isOwn ? [] : [{ ...change, ...passwordLink(user), next: true }]
}

/** What makes the account weaker than it could be, or keeps it from being used. */
export function userNeeds({ active, has_password, two_step, roles }: StandingUser, isOwn: boolean): OpenLine[] {
  if (!active) return []
  if (!has_password)
    return [{ label: 'Nog nooit ingelogd', sub: 'De uitnodiging is nog niet gebruikt', icon: 'mail', state: 'open' }]
  // Planners read everything about everybody.
  if (two_step || !PLANNERS.some((role) => roles.includes(role))) return []
  return [
    isOwn
      ? {
          label: 'Tweestapsverificatie staat uit',
          sub: 'Wie uw wachtwoord kent, komt binnen',
          icon: 'shield-off',
          state: 'open',
          action: { label: 'Aanzetten', kind: 'popup', url: '/profile/two-step' },
        }
      : {
          label: 'Tweestapsverificatie staat uit',
          sub: 'In de instellingen kunt u dit per rol verplichten',
          icon: 'shield-off',
          state: 'open',
          action: { label: 'Verplichten', kind: 'link', url: '/settings/?tab=two-step' },
        },
  ]
}
