import { useParams } from 'react-router'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { m } from '#messages/messages.js'
import { CategoryInput } from '../contract.ts'
import { branchHeight, branchSize, maxLevels } from '../rules.ts'
import { CategoryField } from './category-field.tsx'
import { blank, type CategoryBranch, resource, toInput } from './resource.tsx'

/**
 * Returns the possible parents of a category: not itself or a descendant, and none that would create a fourth level.
 */
const listPossibleParents = (id: string | undefined) => (branches: readonly CategoryBranch[]) => {
  const own = branches.findIndex(({ _id }) => _id === id)
  const height = own < 0 ? 0 : branchHeight(branches, own)
  const below = new Set(own < 0 ? [] : branches.slice(own, own + branchSize(branches, own)).map(({ _id }) => _id))
  return branches.filter(({ _id, depth }) => !below.has(_id) && depth + 1 + height < maxLevels)
}

function ParentField() {
  const { id } = useParams()
  return (
    <CategoryField
      name="parent"
      label={m.categories_parent()}
      none={m.categories_parent_none()}
      choose={listPossibleParents(id)}
    />
  )
}

export default function CategoryForm() {
  return (
    <FormScreen
      resource={resource}
      schema={CategoryInput}
      blank={blank}
      toInput={toInput}
      name={({ name }) => name.ko}
      newTitle={m.categories_create()}
      back={{ to: '/console/shop/categories', label: m.categories_title() }}
      groups={[
        {
          title: m.categories_group(),
          fields: [
            { kind: 'localized', name: 'name', label: m.categories_name(), max: 60 },
            {
              kind: 'text',
              name: 'key',
              label: m.categories_key(),
              help: m.categories_key_help(),
              before: '/shop/categories/',
              placeholder: 'tea-ware',
            },
            {
              kind: 'custom',
              name: 'parent',
              label: m.categories_parent(),
              help: m.categories_parent_help(),
              render: () => <ParentField />,
            },
            {
              kind: 'switch',
              name: 'visible',
              label: m.list_column_visible(),
              switchLabel: m.categories_visible_words(),
            },
          ],
        },
      ]}
    />
  )
}
