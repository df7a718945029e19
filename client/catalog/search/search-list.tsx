import type { SuggestionGroup } from '../../../schema/catalog/search/suggest.api.ts'

interface ListProps {
  /** The id of the list; the ids of its parts begin with it. */
  id: string
  groups: readonly SuggestionGroup[]
  /** Index of the chosen option among all, -1 for none. */
  active: number
  onChoose: (label: string) => void
}

export function optionId(list: string, index: number): string {
  return `${list}-${index}`
}

/** Renders the options in groups. They are links, so that a mouse can open them in a new tab; the focus stays in the field. */
export function SearchList({ id, groups, active, onChoose }: ListProps) {
  let nextIndex = 0
  return (
    <div
      role="listbox"
      id={id}
      aria-label="Suggestions"
      tabIndex={-1}
      className="search-list"
      // Otherwise a press would move the focus out of the field, which closes the list before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map((group, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, not fieldsets
        <div role="group" aria-labelledby={`${id}-group-${index}`} key={group.label}>
          <div className="search-group" id={`${id}-group-${index}`} role="presentation">
            {group.label}
          </div>
          {group.items.map((item) => {
            const optionIndex = nextIndex++
            return (
              <a
                key={item.href}
                role="option"
                id={optionId(id, optionIndex)}
                aria-selected={optionIndex === active}
                tabIndex={-1}
                href={item.href}
                className="search-option"
                onClick={() => onChoose(item.label)}
              >
                {item.picture ? (
                  <img src={item.picture} alt="" width={44} height={44} loading="lazy" decoding="async" />
                ) : null}
                <span>{item.label}</span>
                {item.note ? <span className="quiet num">{item.note}</span> : null}
              </a>
            )
          })}
        </div>
      ))}
    </div>
  )
}
