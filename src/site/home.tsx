export default function Home() {
  return <h1>Daecheong</h1>
}
