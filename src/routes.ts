import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('site/home.tsx', { id: 'home-ko' }),
  route('en', 'site/home.tsx', { id: 'home-en' }),
  route('cn', 'site/home.tsx', { id: 'home-cn' }),
] satisfies RouteConfig
