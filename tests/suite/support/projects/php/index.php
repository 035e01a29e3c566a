<?php

// A small PHP shop, as its project looks to `gatecheck init`.
declare(strict_types=1);

$db = new PDO('sqlite:' . getenv('DB_PATH'));
$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
$db->exec('PRAGMA busy_timeout = 10000');
$db->exec('CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, number TEXT UNIQUE, amount TEXT, state TEXT)');
$db->exec('CREATE TABLE IF NOT EXISTS credits (order_id INTEGER UNIQUE, amount TEXT)');

function sign(array $fields): string
{
    ksort($fields, SORT_STRING);
    return hash('sha256', implode(':', $fields) . getenv('PAY_SECRET'));
}

function send(string $url, array $body): array
{
    $call = curl_init($url);
    curl_setopt_array($call, [CURLOPT_POST => true, CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 5,
        CURLOPT_HTTPHEADER => ['Content-Type: application/json'], CURLOPT_POSTFIELDS => json_encode($body)]);
    return json_decode((string) curl_exec($call), true) ?? [];
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

if ($path === '/order' && $_SERVER['REQUEST_METHOD'] === 'POST') {
    $number = bin2hex(random_bytes(12));
    $db->prepare('INSERT INTO orders (number, amount, state) VALUES (?, ?, ?)')->execute([$number, $_POST['amount'], 'pending']);
    $id = $db->lastInsertId();
    $fields = ['amount' => $_POST['amount'], 'currency' => 643, 'payway' => 'card_rub',
        'shop_id' => (int) getenv('PAY_SHOP_ID'), 'shop_order_id' => $number];
    send(getenv('PAY_API') . '/invoice/create',
        $fields + ['callback_url' => getenv('SITE_URL') . '/payment/callback', 'sign' => sign($fields)]);
    header('Content-Type: application/json');
    echo json_encode(['order_id' => $id]);
} elseif ($path === '/payment/callback') {
    // Numbers stay as they are written.
    $told = json_decode(preg_replace('/:\s*(-?\d+(?:\.\d+)?)(?=\s*[,}])/', ':"$1"', file_get_contents('php://input')), true) ?? [];
    $given = $told['sign'] ?? null;
    unset($told['sign']);
    $signed = array_filter($told, fn ($value) => $value !== null && $value !== '');
    header('Content-Type: text/plain');
    if ($given !== sign($signed) || ($_GET['type'] ?? '') !== 'invoice') {
        http_response_code(403);
        exit('no');
    }
    $found = $db->prepare('SELECT * FROM orders WHERE number = ?');
    $found->execute([$told['shop_order_id']]);
    $order = $found->fetch(PDO::FETCH_ASSOC);
    if (!$order || (float) $told['shop_amount'] !== (float) $order['amount'] || $told['shop_currency'] !== '643'
        || $told['shop_id'] !== getenv('PAY_SHOP_ID')) {
        http_response_code(409);
        exit('no');
    }
    if ($told['status'] === '4') {
        $db->prepare('INSERT OR IGNORE INTO credits (order_id, amount) VALUES (?, ?)')->execute([$order['id'], $order['amount']]);
        $db->prepare('UPDATE orders SET state = ? WHERE id = ?')->execute(['paid', $order['id']]);
    }
    echo 'OK';
} else {
    echo 'Cups.';
}
