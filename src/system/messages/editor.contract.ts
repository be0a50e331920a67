/** What the server hands to the rich-text editor. */
export interface EditorProps {
  variables: { name: string; label: string }[]
  /** Lists, with the names of what stands in each of their items. */
  loops: { name: string; label: string; each: { name: string; label: string }[] }[]
}
