/** The main menu as the views draw it. */
export interface NavItem {
  label: string
  icon: string
  href: string
  active: boolean
  /** It stands in the bar above the page too, on a phone. */
  atHand?: boolean | undefined
  key?: string | undefined
  waits?: string | undefined
  /** Entries below it, shown while one of them or it is where the viewer is, and as a fly-out. */
  below?: NavItem[]
  /** It stands at the foot of the menu. */
  atFoot?: boolean
}
/** The main menu of one person on one page. */
export interface Navigation {
  items: NavItem[]
  /** What else they may go to: in the palette alone. */
  others: NavItem[]
  /** Other views of what this page shows, beside its title. */
  beside: NavItem[]
}
